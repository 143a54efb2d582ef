import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { EditedField } from '@ringwell/domain/calls/word-edits';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';
import { Call } from './call.entity';

/**
 * A user's edit to a call's text. The latest edit to each field is also written to the analysis of the call's result;
 * see `OriginalWords`. Rows are never updated.
 */
@Entity('call_edits')
@Index('ix_call_edits_call', ['callId', 'editedAt'])
@Check('ck_call_edits_field', "field in ('summary', 'instruction', 'booking', 'asked', 'reached')")
export class CallEdit {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_call_edits' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Call, { name: 'fk_call_edits_call', onDelete: 'CASCADE' })
  callId!: string;

  @Index('ix_call_edits_account')
  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_call_edits_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Column('text')
  field!: EditedField;

  /** Null if the original was restored. */
  @Column('text', { nullable: true })
  text!: string | null;

  @Index('ix_call_edits_edited_by')
  @Column('uuid', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_call_edits_edited_by', onDelete: 'SET NULL' })
  editedBy!: string | null;

  /** With millisecond precision, because clients send it back. */
  @Column({ type: 'timestamptz', precision: 3 })
  editedAt!: Date;
}
