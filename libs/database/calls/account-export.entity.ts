import { Entity, Index } from 'typeorm';

import type { ExportFailure, ExportState } from '@ringwell/domain/calls/account-export';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';
import { bigint, generatedId, integer, reference, smallint, text, timestamptz, uuid } from '../columns';

/**
 * An export of everything in an account: a ZIP file with its calls, transcripts and recordings, created by a worker.
 */
@Entity('account_exports')
@Index('ix_account_exports_account', ['accountId', 'requestedAt'])
@Index('uq_account_exports_under_way', ['accountId'], { unique: true, where: "state in ('queued', 'running')" })
export class AccountExport extends FieldsType({
  id: generatedId('pk_account_exports'),
  accountId: reference(() => Account, 'fk_account_exports_account', 'CASCADE'),
  requestedBy: reference(() => User, 'fk_account_exports_requested_by', 'SET NULL', {
    nullable: true,
    index: 'ix_account_exports_requested_by',
  }),
  requestedAt: timestamptz({ default: () => 'clock_timestamp()' }),
  state: text<ExportState>({ default: 'queued' }),
  failure: text<ExportFailure>({ nullable: true }),
  attempts: integer({ default: 0 }),
  runAfter: timestamptz({ default: () => 'now()' }),
  /** Changes with every attempt. Writes with an outdated token have no effect. */
  leaseToken: uuid({ nullable: true }),
  leaseUntil: timestamptz({ nullable: true }),
  /** Start of the last attempt. Calls that arrive later aren't exported. */
  startedAt: timestamptz({ nullable: true }),
  totalCalls: integer({ default: 0 }),
  /** Calls whose table row, transcript and recording are in the file. */
  doneCalls: integer({ default: 0 }),
  percent: smallint({ default: 0 }),
  /** Storage key of the last attempt's file. No other attempt writes to it. */
  storageKey: text({ nullable: true }),
  bytes: bigint({ nullable: true }),
  finishedAt: timestamptz({ nullable: true }),
  expiresAt: timestamptz({ nullable: true }),
}) {}
