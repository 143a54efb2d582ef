import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

import type { CallImportState } from '@ringwell/domain/calls/call-import';

import { Account } from '../accounts/account.entity';

/** An import of an account's earlier calls from ServiceTitan. Deleted once all these calls have been processed. */
@Entity('call_imports')
@Check('ck_call_imports_state', "state in ('counting', 'counted', 'fetching', 'fetched')")
export class CallImport {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_call_imports' })
  @ForeignKey(() => Account, { name: 'fk_call_imports_account', onDelete: 'CASCADE' })
  accountId!: string;

  /** Calls before this time are skipped. */
  @Column('timestamptz')
  since!: Date;

  @Column('text', { default: 'counting' })
  state!: CallImportState;

  /** Number of counted calls not stored yet, and their length according to ServiceTitan. */
  @Column('integer', { default: 0 })
  calls!: number;

  @Column('integer', { default: 0 })
  seconds!: number;

  @Column('integer', { default: 0 })
  fetched!: number;

  @Column('timestamptz', { default: () => 'now()' })
  startedAt!: Date;
}
