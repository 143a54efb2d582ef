import { ADD_ON_NAMES } from '@ringwell/domain/billing/plans';
import { CONNECTION_CHANNELS } from '@ringwell/domain/deliveries/delivery';
import { CHANNEL_UNAVAILABLE_CODES } from '@ringwell/domain/errors/error-codes';
import { joinWithAnd } from '@ringwell/domain/text/join-with-and';

import { boolean, dateTime, FieldsType, listOf, object, oneOf, text } from '../../../http/response/dto-fields';

export const ADD_ON_MESSAGE = `Your plan doesn't include team chat. Add it to get recaps in ${joinWithAnd(Object.values(ADD_ON_NAMES))}.`;

export class ConnectionUnavailableDto extends FieldsType({
  code: oneOf(CHANNEL_UNAVAILABLE_CODES, {
    description: 'ADD_ON_MISSING: the account can buy the add-on. Any other code: only the operator can fix it.',
    example: 'ADD_ON_MISSING',
  }),
  message: text({ example: ADD_ON_MESSAGE }),
}) {}

export class ConnectionErrorDto extends FieldsType({
  code: text({ example: 'SLACK_TOKEN_REVOKED' }),
  message: text({
    description: 'The error and what to do about it.',
    example: 'The Slack bot token was revoked. Enter a new one.',
  }),
  destination: text({ description: 'The destination that failed.', example: '#calls' }),
  isPermanent: boolean({
    description: 'Whether the error requires action. If not, messages are retried automatically.',
    example: true,
  }),
  failedAt: dateTime({ example: '2026-03-31T14:12:42.310Z' }),
}) {}

export class ConnectionDto extends FieldsType({
  channel: oneOf(CONNECTION_CHANNELS, { example: 'slack' }),
  isConnected: boolean({ description: 'Whether all required settings of the channel are set.', example: true }),
  missing: text({ nullable: true, description: 'What to add to connect the channel, as a sentence.', example: null }),
  destinations: listOf(String, {
    description: 'Destinations of messages: email addresses, or the name of a chat channel.',
    example: ['#calls'],
  }),
  unavailable: object(ConnectionUnavailableDto, {
    nullable: true,
    description: 'Why the channel cannot be used, regardless of its settings.',
  }),
  lastSuccessAt: dateTime({
    nullable: true,
    description: 'When a message last arrived.',
    example: '2026-03-31T14:12:42.310Z',
  }),
  error: object(ConnectionErrorDto, {
    nullable: true,
    description: 'The latest error from a destination without a later success.',
  }),
  pausedUntil: dateTime({
    nullable: true,
    description: "Set after many failures in a row. Messages aren't sent before this time.",
    example: null,
  }),
  unsubscribed: listOf(String, { description: "Destinations that unsubscribed and don't receive email.", example: [] }),
}) {}
