import { DELIVERY_CHANNELS } from '@ringwell/domain/deliveries/delivery';

import { FieldsType, integer, oneOf, text, uuid } from '../http/response/dto-fields';

/** Undelivered messages to one destination. */
export class UndeliveredDto extends FieldsType({
  userId: uuid({ description: "The account's owner.", example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  accountName: text({ example: 'Becker Plumbing' }),
  channel: oneOf(DELIVERY_CHANNELS, { example: 'email' }),
  destination: text({ example: 'sam@becker.example' }),
  failed: integer({ description: 'Messages that failed for good in the last 24 hours.', example: 2 }),
  retrying: integer({ description: 'Messages that failed and are being retried.', example: 0 }),
  reason: text({ nullable: true, example: 'This address was rejected. Check the spelling.' }),
  callId: uuid({
    nullable: true,
    description: 'The call of the latest message that is about a call.',
    example: '3f2a1c9e-5a37-4d0f-8a55-0f9f3c1f7d10',
  }),
}) {}
