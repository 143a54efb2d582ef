import { ApiProperty } from '@nestjs/swagger';

import {
  DELIVERY_CHANNELS,
  DELIVERY_STATES,
  type DeliveryChannelName,
  type DeliveryState,
} from '@ringwell/domain/delivery';

class DeliveryErrorDto {
  @ApiProperty({ example: 'OUTBOUND_NOT_FOUND' })
  code!: string;

  @ApiProperty({ example: 'The address answered 404: there is nothing there. Check it.' })
  message!: string;
}

class DeliveryTryDto {
  @ApiProperty({ description: 'From 1.', example: 1 })
  attempt!: number;

  @ApiProperty({ enum: DELIVERY_STATES, description: 'The state the try ended in.', example: 'sent' })
  outcome!: DeliveryState;

  @ApiProperty({ type: DeliveryErrorDto, nullable: true, description: 'What went wrong, if anything.' })
  error!: DeliveryErrorDto | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:12:42.000Z' })
  startedAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:12:42.310Z' })
  finishedAt!: string;
}

/** One message about a call to one place. */
export class DeliveryDto {
  @ApiProperty({ format: 'uuid', example: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed' })
  id!: string;

  @ApiProperty({ enum: DELIVERY_CHANNELS, example: 'slack' })
  channel!: DeliveryChannelName;

  @ApiProperty({ description: 'An address or the name of a channel.', example: '#happy-customers' })
  destination!: string;

  @ApiProperty({ description: 'Which run of the call it tells of.', example: 1 })
  runNumber!: number;

  @ApiProperty({
    enum: DELIVERY_STATES,
    description:
      'sent, failed, dead and suppressed are final. Suppressed was not sent, for the reason in lastError; unknown means that it may have arrived.',
    example: 'sent',
  })
  state!: DeliveryState;

  @ApiProperty({ description: 'Tries so far.', example: 1 })
  attempts!: number;

  @ApiProperty({ type: DeliveryErrorDto, nullable: true, description: 'What went wrong in the last try, if anything.' })
  lastError!: DeliveryErrorDto | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The far side's own id of the message.",
    example: '1774966362.000200',
  })
  providerRef!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it is due, while it waits.',
    example: null,
  })
  nextTryAt!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-03-31T14:12:42.310Z' })
  sentAt!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:12:42.310Z' })
  updatedAt!: string;

  @ApiProperty({ type: [DeliveryTryDto], description: 'Every try, the first one first.' })
  tries!: DeliveryTryDto[];
}
