import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';

import type { EditedField } from '@ringwell/domain/calls/word-edits';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';
import { Call } from './call.entity';

/**
 * A person's change of a call's words. The latest edit of each field is also written into the analysis of the call's
 * result; see `OriginalWords`. Rows are never updated.
 */
@Entity('call_edits')
@Index('ix_call_edits_call', ['callId', 'editedAt'])
@Check('ck_call_edits_field', "field in ('summary', 'instruction', 'booking')")
export class CallEdit {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_call_edits' })
  id!: string;

  @Column('uuid')
  callId!: string;

  @ManyToOne(() => Call, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'call_id', foreignKeyConstraintName: 'fk_call_edits_call' })
  call?: Relation<Call>;

  @Index('ix_call_edits_account')
  @Column('uuid')
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_call_edits_account' })
  account?: Relation<Account>;

  @Column('text')
  field!: EditedField;

  /** Null if the original was restored. */
  @Column('text', { nullable: true })
  text!: string | null;

  @Index('ix_call_edits_edited_by')
  @Column('uuid', { nullable: true })
  editedBy!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'edited_by', foreignKeyConstraintName: 'fk_call_edits_edited_by' })
  editor?: Relation<User> | null;

  /** Millisecond precision, because clients send it back. */
  @Column({ type: 'timestamptz', precision: 3 })
  editedAt!: Date;
}
