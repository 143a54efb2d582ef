import { Entity } from 'typeorm';

import type { CallImportState } from '@ringwell/domain/calls/call-import';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { integer, reference, text, timestamptz } from '../columns';

/** An import of an account's earlier calls from ServiceTitan. Deleted once all these calls have been processed. */
@Entity('call_imports')
export class CallImport extends FieldsType({
  accountId: reference(() => Account, 'fk_call_imports_account', 'CASCADE', { primaryKey: 'pk_call_imports' }),
  /** Calls before this time are skipped. */
  since: timestamptz(),
  state: text<CallImportState>({ default: 'counting' }),
  /** Number of calls that had not been stored when they were counted. */
  calls: integer({ default: 0 }),
  /** Total length of these calls according to ServiceTitan. */
  seconds: integer({ default: 0 }),
  fetched: integer({ default: 0 }),
  startedAt: timestamptz({ default: () => 'now()' }),
}) {}
