import { ApiProperty } from '@nestjs/swagger';

import { ADD_ONS, type AddOn } from '@ringwell/domain/plans';
import {
  NOTE_TARGETS,
  SERVICE_TITAN_ENVIRONMENTS,
  type NoteTarget,
  type ServiceTitanEnvironment,
} from '@ringwell/domain/service-titan';

/** Switches, limits and connections of one account. Secrets are masked: eight dots and, of a long one, its last four characters. */
export class SettingsDto {
  @ApiProperty({ format: 'uuid', example: '7d1f3c52-1f0b-4a57-8f0e-3b6d9a2c4e10' })
  id!: string;

  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  userId!: string;

  @ApiProperty({ description: 'The master switch. Off: new calls are accepted and skipped.', example: true })
  active!: boolean;

  @ApiProperty({ example: true })
  slackEnabled!: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'Id or #name.', example: '#calls' })
  slackChannel!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Masked.', example: '••••••••ghij' })
  slackBotToken!: string | null;

  @ApiProperty({ description: 'Whether positive calls are told of.', example: true })
  slackPositiveSentiment!: boolean;

  @ApiProperty({ description: 'Whether neutral calls are told of.', example: true })
  slackNeutralSentiment!: boolean;

  @ApiProperty({ description: 'Whether negative calls are told of.', example: true })
  slackNegativeSentiment!: boolean;

  @ApiProperty({ example: false })
  teamsEnabled!: boolean;

  @ApiProperty({ type: String, nullable: true, example: 'Dispatch' })
  teamsTeamName!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Masked.', example: '••••••••5f6a' })
  teamsWebhookUrl!: string | null;

  @ApiProperty({ description: 'Whether positive calls are told of.', example: true })
  teamsPositiveSentiment!: boolean;

  @ApiProperty({ description: 'Whether neutral calls are told of.', example: true })
  teamsNeutralSentiment!: boolean;

  @ApiProperty({ description: 'Whether negative calls are told of.', example: true })
  teamsNegativeSentiment!: boolean;

  @ApiProperty({ example: false })
  googleChatEnabled!: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'Masked.', example: '••••••••=def' })
  googleChatWebhookUrl!: string | null;

  @ApiProperty({ description: 'Whether positive calls are told of.', example: true })
  googleChatPositiveSentiment!: boolean;

  @ApiProperty({ description: 'Whether neutral calls are told of.', example: true })
  googleChatNeutralSentiment!: boolean;

  @ApiProperty({ description: 'Whether negative calls are told of.', example: true })
  googleChatNegativeSentiment!: boolean;

  @ApiProperty({ example: true })
  emailEnabled!: boolean;

  @ApiProperty({ type: [String], example: ['dana@reyes-hvac.example'] })
  emailAddress!: string[];

  @ApiProperty({ description: 'Whether positive calls are told of.', example: false })
  emailPositiveSentiment!: boolean;

  @ApiProperty({ description: 'Whether neutral calls are told of.', example: false })
  emailNeutralSentiment!: boolean;

  @ApiProperty({ description: 'Whether negative calls are told of.', example: true })
  emailNegativeSentiment!: boolean;

  @ApiProperty({ description: 'Whether monthlyMinuteLimit applies.', example: false })
  usageLimitEnabled!: boolean;

  @ApiProperty({ type: 'integer', description: 'Minutes a month after which calls are skipped.', example: 1000 })
  monthlyMinuteLimit!: number;

  @ApiProperty({ example: true })
  inboundCallsEnabled!: boolean;

  @ApiProperty({ type: 'integer', description: 'Seconds. Shorter inbound calls are skipped.', example: 60 })
  inboundMinCallTime!: number;

  @ApiProperty({ example: true })
  outboundCallsEnabled!: boolean;

  @ApiProperty({ type: 'integer', description: 'Seconds. Shorter outbound calls are skipped.', example: 90 })
  outboundMinCallTime!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Minutes from the first start of a call until it is given up.',
    example: 30,
  })
  processingTimeoutMinutes!: number;

  @ApiProperty({ type: 'integer', description: 'Calls that are processed at once.', example: 5 })
  maxConcurrentWorkflows!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Told of every finished call. Masked.',
    example: '••••••••well',
  })
  webhookUrl!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Signs callbacks and webhooks. Masked.',
    example: '••••••••KYo=',
  })
  webhookSecret!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '987654321' })
  serviceTitanTenant!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'cid.a1b2c3' })
  serviceTitanClientId!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Masked.', example: '••••••••g7h8' })
  serviceTitanClientSecret!: string | null;

  @ApiProperty({ enum: SERVICE_TITAN_ENVIRONMENTS, example: 'production' })
  serviceTitanEnvironment!: ServiceTitanEnvironment;

  @ApiProperty({
    enum: NOTE_TARGETS,
    description: 'Where the note of a call is written.',
    example: 'job_then_customer',
  })
  noteTarget!: NoteTarget;

  @ApiProperty({ description: 'Whether new calls are fetched from ServiceTitan.', example: false })
  serviceTitanPollingEnabled!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When that was done last.',
    example: '2026-03-31T14:05:00.000Z',
  })
  lastPolledAt!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Read only.', example: 'sub_1a2b3c' })
  stripeSubscriptionId!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Read only.', example: 'cus_1a2b3c' })
  stripeCustomerId!: string | null;

  @ApiProperty({
    enum: ADD_ONS,
    isArray: true,
    description: 'Bought beside the base plan. Only administrators change it by hand.',
    example: ['slack'],
  })
  addOns!: AddOn[];

  @ApiProperty({ format: 'date-time', example: '2026-03-30T09:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  updatedAt!: string;
}
