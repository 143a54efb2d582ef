import { DELIVERY_CHANNELS, DELIVERY_EVENTS, DELIVERY_STATES } from '@ringwell/domain/deliveries/delivery';
import { FOLLOW_UP_EVENTS } from '@ringwell/domain/follow-ups/follow-up';

import { dateTime, FieldsType, listOf, number, object, oneOf, text, uuid } from '../http/response/dto-fields';

class DeliveryErrorDto extends FieldsType({
  code: text({ example: 'OUTBOUND_NOT_FOUND' }),
  message: text({ example: 'The URL returned 404 Not Found. Check it.' }),
}) {}

export class DeliveryTryDto extends FieldsType({
  attempt: number({ description: 'Counted from 1.', example: 1 }),
  outcome: oneOf(DELIVERY_STATES, { description: 'State after the attempt.', example: 'sent' }),
  error: object(DeliveryErrorDto, { nullable: true, description: 'The error in this attempt, if any.' }),
  startedAt: dateTime({ example: '2026-03-31T14:12:42.000Z' }),
  finishedAt: dateTime({ example: '2026-03-31T14:12:42.310Z' }),
}) {}

export class DeliveryDto extends FieldsType({
  id: uuid({ example: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed' }),
  channel: oneOf(DELIVERY_CHANNELS, { example: 'slack' }),
  destination: text({
    description: 'An email address, the name of a channel, or the host of a callback URL.',
    example: '#happy-customers',
  }),
  runNumber: number({
    description: 'Number of the run that the message is about. 0 if the message is about follow-ups.',
    example: 1,
  }),
  event: oneOf(DELIVERY_EVENTS, {
    nullable: true,
    description: 'Call event that the message reports. Null if it reports the end of the run or is about follow-ups.',
    example: null,
  }),
  followUpEvent: oneOf(FOLLOW_UP_EVENTS, {
    nullable: true,
    description: 'Follow-up event that the message reports. Null if it is about a call.',
    example: null,
  }),
  state: oneOf(DELIVERY_STATES, {
    description:
      'sent, failed, dead and suppressed are final. suppressed: not sent, for the reason in lastError. ' +
      'unknown: the message may have arrived.',
    example: 'sent',
  }),
  attempts: number({ description: 'Attempts so far.', example: 1 }),
  lastError: object(DeliveryErrorDto, { nullable: true, description: 'The error in the last attempt, if any.' }),
  providerRef: text({
    nullable: true,
    description: 'ID of the message in the remote system.',
    example: '1774966362.000200',
  }),
  nextTryAt: dateTime({
    nullable: true,
    description: "When the next attempt is due. Null if the message isn't waiting.",
    example: null,
  }),
  sentAt: dateTime({ nullable: true, example: '2026-03-31T14:12:42.310Z' }),
  updatedAt: dateTime({ example: '2026-03-31T14:12:42.310Z' }),
  tries: listOf(DeliveryTryDto, { description: 'All attempts, oldest first.' }),
}) {}
