import { ApiProperty } from '@nestjs/swagger';

import { DELIVERY_CHANNELS, type DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';

import { ApiNullable } from '../../http/response/nullable.decorator';

const KINDS = ['call', 'message'] as const;

export class UserErrorDto {
  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  at!: string;

  @ApiProperty({ enum: KINDS, example: 'message' })
  kind!: (typeof KINDS)[number];

  @ApiProperty({ enum: DELIVERY_CHANNELS, nullable: true, description: 'Channel of the message.', example: 'slack' })
  channel!: DeliveryChannelName | null;

  @ApiNullable(String, { example: 'SLACK_TOKEN_REVOKED' })
  code!: string | null;

  @ApiNullable(String, { example: 'Slack rejected the bot token.' })
  message!: string | null;

  @ApiNullable('uuid', { description: 'Null for a test message.', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  callId!: string | null;
}
