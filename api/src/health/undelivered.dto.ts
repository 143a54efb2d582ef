import { ApiProperty } from '@nestjs/swagger';

import { DELIVERY_CHANNELS, type DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';

import { ApiNullable } from '../http/response/nullable.decorator';

/** The undelivered messages of one destination. */
export class UndeliveredDto {
  @ApiProperty({ format: 'uuid', description: "The account's owner.", example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  userId!: string;

  @ApiProperty({ example: 'Becker Plumbing' })
  accountName!: string;

  @ApiProperty({ enum: DELIVERY_CHANNELS, example: 'email' })
  channel!: DeliveryChannelName;

  @ApiProperty({ example: 'sam@becker.example' })
  destination!: string;

  @ApiProperty({ type: 'integer', description: 'Messages that failed for good in the last 24 hours.', example: 2 })
  failed!: number;

  @ApiProperty({ type: 'integer', description: 'Messages that failed and are being retried.', example: 0 })
  retrying!: number;

  @ApiNullable(String, { example: 'This address was rejected. Check the spelling.' })
  reason!: string | null;

  @ApiNullable('uuid', {
    description: 'The call of the latest message that is about a call.',
    example: '3f2a1c9e-5a37-4d0f-8a55-0f9f3c1f7d10',
  })
  callId!: string | null;
}
