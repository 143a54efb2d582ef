import { ApiProperty } from '@nestjs/swagger';

import { CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';
import { UNCONFIRMED_STATES, type UnconfirmedState } from '@ringwell/domain/deliveries/alert-address';

import { ApiNullable } from '../../http/response/nullable.decorator';
import { viewDto } from './setting-fields';

/** An account's settings. Secrets are masked: eight dots and, for a long secret, its last four characters. */
export class SettingsDto extends viewDto() {
  @ApiProperty({ format: 'uuid', example: '7d1f3c52-1f0b-4a57-8f0e-3b6d9a2c4e10' })
  id!: string;

  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  userId!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string', enum: [...CALL_LABELS] } },
    description: "Addresses with labels of calls that differ from the account's labels.",
    example: { 'dana@reyes-hvac.example': ['negative'] },
  })
  emailLabels!: Record<string, CallLabel[]>;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: [...UNCONFIRMED_STATES] },
    description:
      "Addresses in emailAddress and overdueAddresses that don't get emails about calls. waiting: the recipient was asked to " +
      'confirm by email. declined: the recipient declined.',
    example: { 'sam@example.com': 'waiting' },
  })
  unconfirmedAddresses!: Record<string, UnconfirmedState>;

  @ApiNullable('date-time', {
    description: 'When ServiceTitan was last checked for new calls.',
    example: '2026-03-31T14:05:00.000Z',
  })
  lastPolledAt!: string | null;

  @ApiNullable('integer', {
    description: 'Days the installation keeps recordings; null for forever. Read-only.',
    example: 365,
  })
  installationRecordingsDays!: number | null;

  @ApiProperty({
    description: 'Whether a language model writes summaries and follows the text of your guideline. Read-only.',
    example: true,
  })
  hasWriter!: boolean;

  @ApiNullable('integer', {
    description: 'Days the installation keeps transcripts; null for forever. Read-only.',
    example: 730,
  })
  installationTranscriptsDays!: number | null;

  @ApiProperty({
    type: 'integer',
    description: "Storage used by the account's recordings, in bytes. Read-only.",
    example: 3_650_722_201,
  })
  storedBytes!: number;

  @ApiNullable('integer', {
    description: "Maximum storage in bytes: storageQuotaGb or the installation's. Null if unlimited. Read-only.",
    example: 53_687_091_200,
  })
  storageLimitBytes!: number | null;

  @ApiNullable(String, { description: 'Read-only.', example: 'sub_1a2b3c' })
  stripeSubscriptionId!: string | null;

  @ApiNullable(String, { description: 'Read-only.', example: 'cus_1a2b3c' })
  stripeCustomerId!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-30T09:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  updatedAt!: string;
}
