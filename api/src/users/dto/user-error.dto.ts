import { DELIVERY_CHANNELS } from '@ringwell/domain/deliveries/delivery';

import { dateTime, FieldsType, oneOf, text, uuid } from '../../http/response/dto-fields';

const KINDS = ['call', 'message'] as const;

export class UserErrorDto extends FieldsType({
  at: dateTime({ example: '2026-03-31T14:05:00.000Z' }),
  kind: oneOf(KINDS, { example: 'message' }),
  channel: oneOf(DELIVERY_CHANNELS, { nullable: true, description: 'Channel of the message.', example: 'slack' }),
  code: text({ nullable: true, example: 'SLACK_TOKEN_REVOKED' }),
  message: text({ nullable: true, example: 'Slack rejected the bot token.' }),
  callId: uuid({
    nullable: true,
    description: 'Null for a test message.',
    example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
  }),
}) {}
