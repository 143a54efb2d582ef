import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

import { Email } from '../../http/request/email.decorator';
import type { AlertResponse } from './alert-address-links.service';

const RESPONSES: readonly AlertResponse[] = ['confirm', 'decline'];

export class AlertResponseDto {
  @ApiProperty({
    enum: RESPONSES,
    description: '`decline`: the address gets no alerts and no further confirmation emails.',
    example: 'confirm',
  })
  @IsIn(RESPONSES, { message: `This must be one of ${RESPONSES.join(', ')}.` })
  response!: AlertResponse;
}

export class AskAddressDto {
  @ApiProperty({
    description: 'An address in emailAddress or overdueAddresses that is waiting for a confirmation.',
    format: 'email',
    example: 'dana@reyes-hvac.example',
  })
  @Email('This must be a valid email address.')
  address!: string;
}
