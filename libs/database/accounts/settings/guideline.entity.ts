import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import type { GuidelineRule } from '@ringwell/domain/accounts/guideline';

import { Account } from '../account.entity';
import { User } from '../user.entity';

/** A version of an account's guideline. Rows are never updated. The highest version is in effect. */
@Entity('guidelines')
export class SavedGuideline {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_guidelines' })
  @ForeignKey(() => Account, { name: 'fk_guidelines_account', onDelete: 'CASCADE' })
  accountId!: string;

  /** Starts at 1. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_guidelines' })
  version!: number;

  @Column('text', { nullable: true })
  text!: string | null;

  @Column('jsonb', { default: () => "'[]'" })
  rules!: GuidelineRule[];

  @Column('integer', { nullable: true })
  restoredVersion!: number | null;

  /** Null for guidelines that predate versions, and once the user is deleted. */
  @Index('ix_guidelines_saved_by')
  @Column('uuid', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_guidelines_saved_by', onDelete: 'SET NULL' })
  savedBy!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  savedAt!: Date;
}
