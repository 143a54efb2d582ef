import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

import { Email } from '../../http/request/email.decorator';
import type { AlertResponse } from './alert-addresses.service';

const RESPONSES: readonly AlertResponse[] = ['confirm', 'decline'];

export class AlertResponseDto {
  /** `decline` also stops further confirmation emails to the address. */
  @IsIn(RESPONSES, { message: `This must be one of ${RESPONSES.join(', ')}.` })
  response!: AlertResponse;
}

export class ResendConfirmationDto {
  @ApiProperty({
    description: "An address in emailAddress or overdueAddresses that's waiting for confirmation.",
    format: 'email',
    example: 'dana@reyes-hvac.example',
  })
  @Email('This must be a valid email address.')
  address!: string;
}
