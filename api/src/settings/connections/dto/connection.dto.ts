import { ApiProperty } from '@nestjs/swagger';

import { ADD_ON_NAMES } from '@ringwell/domain/billing/plans';
import { CONNECTION_CHANNELS, type ConnectionChannel } from '@ringwell/domain/deliveries/delivery';
import { CHANNEL_UNAVAILABLE_CODES, type ChannelUnavailableCode } from '@ringwell/domain/errors/error-codes';
import { joinWithAnd } from '@ringwell/domain/text/join-with-and';

import { ApiNullable } from '../../../http/response/nullable.decorator';

export const ADD_ON_MESSAGE = `Your plan doesn't include team chat. Add it to get recaps in ${joinWithAnd(Object.values(ADD_ON_NAMES))}.`;

export class ConnectionUnavailableDto {
  @ApiProperty({
    description: 'ADD_ON_MISSING: the account can buy the add-on. Any other code: only the operator can fix it.',
    enum: CHANNEL_UNAVAILABLE_CODES,
    example: 'ADD_ON_MISSING',
  })
  code!: ChannelUnavailableCode;

  @ApiProperty({ example: ADD_ON_MESSAGE })
  message!: string;
}

export class ConnectionErrorDto {
  @ApiProperty({ example: 'SLACK_TOKEN_REVOKED' })
  code!: string;

  @ApiProperty({
    description: 'The error, and what to do.',
    example: 'The Slack bot token was revoked. Enter a new one.',
  })
  message!: string;

  @ApiProperty({ description: 'The destination that failed.', example: '#calls' })
  destination!: string;

  @ApiProperty({ description: 'Whether it requires action. Otherwise, messages are retried.', example: true })
  isPermanent!: boolean;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:12:42.310Z' })
  failedAt!: string;
}

export class ConnectionDto {
  @ApiProperty({ enum: CONNECTION_CHANNELS, example: 'slack' })
  channel!: ConnectionChannel;

  @ApiProperty({ description: 'Whether every setting that the channel requires is set.', example: true })
  isConnected!: boolean;

  @ApiNullable(String, { description: 'What to add to connect the channel, as a sentence.', example: null })
  missing!: string | null;

  @ApiProperty({
    type: [String],
    description: 'Destinations of messages: email addresses, or the name of a chat channel.',
    example: ['#calls'],
  })
  destinations!: string[];

  @ApiNullable(ConnectionUnavailableDto, { description: 'Why the channel cannot be used, regardless of its settings.' })
  unavailable!: ConnectionUnavailableDto | null;

  @ApiNullable('date-time', { description: 'When a message last arrived.', example: '2026-03-31T14:12:42.310Z' })
  lastSuccessAt!: string | null;

  @ApiNullable(ConnectionErrorDto, { description: 'The latest error from a destination without a later success.' })
  error!: ConnectionErrorDto | null;

  @ApiNullable('date-time', {
    description: "Set after many failures in a row. Messages aren't sent before this time.",
    example: null,
  })
  pausedUntil!: string | null;

  @ApiProperty({
    type: [String],
    description: "Destinations that unsubscribed and don't receive email.",
    example: [],
  })
  unsubscribed!: string[];
}
