import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { column, integer, reference, timestamptz, uuid } from '../columns';

/** A bulk reprocessing of an account's calls that the basic recognizer transcribed. Deleted when done or canceled. */
@Entity('bulk_reprocessings')
export class BulkReprocessing extends FieldsType({
  accountId: reference(() => Account, 'fk_bulk_reprocessings_account', 'CASCADE', {
    primaryKey: 'pk_bulk_reprocessings',
  }),
  /** Number of calls at the start. */
  total: integer(),
  finished: integer({ default: 0 }),
  /** Calls that are queued or in progress. */
  callIds: column<string[]>('uuid', { array: true, default: () => `'{}'` }),
  /** Together with `beforeCallId`, the position of the last queued call. Calls with the newest transcripts go first. */
  before: timestamptz({ default: () => 'now()' }),
  beforeCallId: uuid({ default: () => `'ffffffff-ffff-ffff-ffff-ffffffffffff'` }),
  startedAt: timestamptz({ default: () => 'now()' }),
}) {}
