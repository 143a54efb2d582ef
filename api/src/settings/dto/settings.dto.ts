import { CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';
import { UNCONFIRMED_STATES, type UnconfirmedState } from '@ringwell/domain/deliveries/alert-address';

import { boolean, dateTime, field, FieldsType, integer, text, uuid } from '../../http/response/dto-fields';
import { viewDto } from './setting-fields';

/** An account's settings. Secrets are masked: eight dots and, for a long secret, its last four characters. */
export class SettingsDto extends FieldsType(viewDto(), {
  id: uuid({ example: '7d1f3c52-1f0b-4a57-8f0e-3b6d9a2c4e10' }),
  userId: uuid({ example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  emailLabels: field<Record<string, CallLabel[]>>({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string', enum: [...CALL_LABELS] } },
    description: "Addresses with their own selection of labels, which replaces the account's selection.",
    example: { 'dana@reyes-hvac.example': ['negative'] },
  }),
  unconfirmedAddresses: field<Record<string, UnconfirmedState>>({
    type: 'object',
    additionalProperties: { type: 'string', enum: [...UNCONFIRMED_STATES] },
    description:
      "Addresses in emailAddress and overdueAddresses that don't get emails about calls. waiting: the recipient was asked to " +
      'confirm by email. declined: the recipient declined.',
    example: { 'sam@example.com': 'waiting' },
  }),
  lastPolledAt: dateTime({
    nullable: true,
    description: 'When ServiceTitan was last checked for new calls.',
    example: '2026-03-31T14:05:00.000Z',
  }),
  installationRecordingsDays: integer({
    nullable: true,
    description: 'Days the installation keeps recordings; null for forever. Read-only.',
    example: 365,
  }),
  hasWriter: boolean({
    description: 'Whether a language model writes summaries and follows your written guideline. Read-only.',
    example: true,
  }),
  installationTranscriptsDays: integer({
    nullable: true,
    description: 'Days the installation keeps transcripts; null for forever. Read-only.',
    example: 730,
  }),
  storedBytes: integer({
    description: "Storage used by the account's recordings, in bytes. Read-only.",
    example: 3_650_722_201,
  }),
  storageLimitBytes: integer({
    nullable: true,
    description: "Maximum storage in bytes: storageQuotaGb or the installation's. Null if unlimited. Read-only.",
    example: 53_687_091_200,
  }),
  stripeSubscriptionId: text({ nullable: true, description: 'Read-only.', example: 'sub_1a2b3c' }),
  stripeCustomerId: text({ nullable: true, description: 'Read-only.', example: 'cus_1a2b3c' }),
  createdAt: dateTime({ example: '2026-03-30T09:00:00.000Z' }),
  updatedAt: dateTime({ example: '2026-03-31T14:05:00.000Z' }),
}) {}
