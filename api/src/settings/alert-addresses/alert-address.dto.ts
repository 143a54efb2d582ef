import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

import { Email } from '../../http/request/email.decorator';
import type { AlertResponse } from './alert-address-links.service';

const RESPONSES: readonly AlertResponse[] = ['confirm', 'decline'];

export class AlertResponseDto {
  @ApiProperty({
    enum: RESPONSES,
    description: '`decline`: no alerts, and the address is not asked again.',
    example: 'confirm',
  })
  @IsIn(RESPONSES, { message: `This must be one of ${RESPONSES.join(', ')}.` })
  response!: AlertResponse;
}

export class AskAddressDto {
  @ApiProperty({
    description: 'A waiting address in emailAddress or overdueAddresses.',
    format: 'email',
    example: 'dana@reyes-hvac.example',
  })
  @Email('This must be a valid email address.')
  address!: string;
}
