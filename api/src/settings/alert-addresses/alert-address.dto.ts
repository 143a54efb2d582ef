import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsEmail, IsIn, IsString } from 'class-validator';

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
    description: 'One of emailAddress or overdueAddresses that waits for a confirmation.',
    format: 'email',
    example: 'dana@reyes-hvac.example',
  })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim().toLowerCase() : value))
  @IsString({ message: 'This must be text.' })
  @IsEmail({}, { message: 'This must be a valid email address.' })
  address!: string;
}
