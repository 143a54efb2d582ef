import { ApiProperty } from '@nestjs/swagger';

import { CONNECTION_CHANNELS, type ConnectionChannel } from '@ringwell/domain/delivery';
import { CHANNEL_UNAVAILABLE_CODES, type ChannelUnavailableCode } from '@ringwell/domain/error-codes';

/** Why a channel cannot be used. */
export class ConnectionUnavailableDto {
  @ApiProperty({
    description: 'ADD_ON_MISSING can be helped by buying the add-on; the others only by whoever runs the installation.',
    enum: CHANNEL_UNAVAILABLE_CODES,
    example: 'ADD_ON_MISSING',
  })
  code!: ChannelUnavailableCode;

  @ApiProperty({
    example:
      'Team chat is an add-on that this account does not have. With it, recaps go to Slack, Microsoft Teams and Google Chat.',
  })
  message!: string;
}

/** What went wrong at one of the places of a channel. */
export class ConnectionErrorDto {
  @ApiProperty({ example: 'SLACK_TOKEN_REVOKED' })
  code!: string;

  @ApiProperty({
    description: 'What happened, and what to do.',
    example: 'Slack says that the bot token was revoked. Enter a new one.',
  })
  message!: string;

  @ApiProperty({ description: 'The place that it happened at.', example: '#calls' })
  destination!: string;

  @ApiProperty({ description: 'Whether somebody has to do something; else it is tried again.', example: true })
  isPermanent!: boolean;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:12:42.310Z' })
  failedAt!: string;
}

/** How the account is connected on a channel, and how sending there goes. */
export class ConnectionDto {
  @ApiProperty({ enum: CONNECTION_CHANNELS, example: 'slack' })
  channel!: ConnectionChannel;

  @ApiProperty({ description: 'Whether all is entered that the channel needs.', example: true })
  isConnected!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What is still to be entered, as a sentence.',
    example: null,
  })
  missing!: string | null;

  @ApiProperty({
    type: [String],
    description: 'Where messages go: addresses, or the name of a channel.',
    example: ['#calls'],
  })
  destinations!: string[];

  @ApiProperty({
    type: ConnectionUnavailableDto,
    nullable: true,
    description: 'Why nothing is sent on the channel, whatever is entered.',
  })
  unavailable!: ConnectionUnavailableDto | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When a message arrived last.',
    example: '2026-03-31T14:12:42.310Z',
  })
  lastSuccessAt!: string | null;

  @ApiProperty({
    type: ConnectionErrorDto,
    nullable: true,
    description: 'The latest fault at a place that has had no success since.',
  })
  error!: ConnectionErrorDto | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'After many faults in a row nothing is sent before.',
    example: null,
  })
  pausedUntil!: string | null;

  @ApiProperty({
    type: [String],
    description: 'Addresses among the destinations that have unsubscribed and get no mail.',
    example: [],
  })
  unsubscribed!: string[];
}
