import { ApiProperty } from '@nestjs/swagger';

import {
  DELIVERY_CHANNELS,
  DELIVERY_EVENTS,
  DELIVERY_STATES,
  type DeliveryChannelName,
  type DeliveryEvent,
  type DeliveryState,
} from '@ringwell/domain/deliveries/delivery';
import { FOLLOW_UP_EVENTS, type FollowUpEventType } from '@ringwell/domain/follow-ups/follow-up';

import { ApiNullable } from '../http/response/nullable.decorator';

class DeliveryErrorDto {
  @ApiProperty({ example: 'OUTBOUND_NOT_FOUND' })
  code!: string;

  @ApiProperty({ example: 'The URL returned 404 Not Found. Check it.' })
  message!: string;
}

class DeliveryTryDto {
  @ApiProperty({ description: 'Counted from 1.', example: 1 })
  attempt!: number;

  @ApiProperty({ enum: DELIVERY_STATES, description: 'State after the attempt.', example: 'sent' })
  outcome!: DeliveryState;

  @ApiNullable(DeliveryErrorDto, { description: 'The error in this attempt, if any.' })
  error!: DeliveryErrorDto | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:12:42.000Z' })
  startedAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:12:42.310Z' })
  finishedAt!: string;
}

export class DeliveryDto {
  @ApiProperty({ format: 'uuid', example: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed' })
  id!: string;

  @ApiProperty({ enum: DELIVERY_CHANNELS, example: 'slack' })
  channel!: DeliveryChannelName;

  @ApiProperty({ description: 'An email address, or the name of a channel.', example: '#happy-customers' })
  destination!: string;

  @ApiProperty({ description: "The call's run that the message is about.", example: 1 })
  runNumber!: number;

  @ApiNullable(String, {
    enum: DELIVERY_EVENTS,
    description: 'Event of the call that the message reports; null for the end of the run.',
    example: null,
  })
  event!: DeliveryEvent | null;

  @ApiNullable(String, {
    enum: FOLLOW_UP_EVENTS,
    description: 'Event of the follow-up that the message reports; null for a message about a call.',
    example: null,
  })
  followUpEvent!: FollowUpEventType | null;

  @ApiProperty({
    enum: DELIVERY_STATES,
    description:
      'sent, failed, dead and suppressed are final. suppressed: not sent, for the reason in lastError. ' +
      'unknown: the message may have arrived.',
    example: 'sent',
  })
  state!: DeliveryState;

  @ApiProperty({ description: 'Attempts so far.', example: 1 })
  attempts!: number;

  @ApiNullable(DeliveryErrorDto, { description: 'The error in the last attempt, if any.' })
  lastError!: DeliveryErrorDto | null;

  @ApiNullable(String, { description: 'ID of the message in the remote system.', example: '1774966362.000200' })
  providerRef!: string | null;

  @ApiNullable('date-time', {
    description: 'When the next attempt is due, while the message is waiting.',
    example: null,
  })
  nextTryAt!: string | null;

  @ApiNullable('date-time', { example: '2026-03-31T14:12:42.310Z' })
  sentAt!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:12:42.310Z' })
  updatedAt!: string;

  @ApiProperty({ type: [DeliveryTryDto], description: 'All attempts, oldest first.' })
  tries!: DeliveryTryDto[];
}
