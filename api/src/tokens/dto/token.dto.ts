import { ApiProperty } from '@nestjs/swagger';

import { ApiNullable } from '../../http/response/nullable.decorator';

export class TokenDto {
  @ApiProperty({ format: 'uuid', example: 'a3d1f0c4-4c1f-4a57-8f0c-5b2a9e7d6c10' })
  id!: string;

  @ApiProperty({ example: 'API Token for n8n' })
  name!: string;

  @ApiProperty({
    description: 'Masked: the common prefix and the last four characters.',
    example: 'rw_••••••••4f2c',
  })
  token!: string;

  @ApiProperty({ description: 'Whether the token is enabled.', example: true })
  isActive!: boolean;

  @ApiProperty({ description: 'Whether the token has expired.', example: false })
  isExpired!: boolean;

  @ApiProperty({ description: 'Whether the token can only read.', example: false })
  isReadOnly!: boolean;

  @ApiNullable('date-time', { description: 'Accurate to one minute.', example: '2026-03-31T14:05:00.000Z' })
  lastUsedAt!: string | null;

  @ApiNullable('date-time', {
    description: "Null if the token doesn't expire.",
    example: '2099-12-31T23:00:00.000Z',
  })
  expiresAt!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-30T09:00:00.000Z' })
  createdAt!: string;
}

export class NewTokenDto {
  @ApiProperty({ format: 'uuid', example: 'a3d1f0c4-4c1f-4a57-8f0c-5b2a9e7d6c10' })
  id!: string;

  @ApiProperty({ example: 'API Token for n8n' })
  name!: string;

  @ApiProperty({
    description: "Save the token now. It can't be shown again.",
    example: 'rw_wQ2nq9c0V5m1t8Zb7yKx3LrD6sPjF4hGuA_eTiN4f2c',
  })
  token!: string;

  @ApiNullable('date-time', {
    description: "Null if the token doesn't expire.",
    example: '2099-12-31T23:00:00.000Z',
  })
  expiresAt!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-30T09:00:00.000Z' })
  createdAt!: string;
}
