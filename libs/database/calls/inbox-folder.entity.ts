import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';

import type { RefusedFile } from '@ringwell/domain/inbox/inbox';

import { Account } from '../accounts/account.entity';

/** The state of the inbox folder of an account, written by the leader. */
@Entity('inbox_folders')
export class InboxFolder {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_inbox_folders' })
  accountId!: string;

  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_inbox_folders_account' })
  account?: Relation<Account>;

  @Column('timestamptz')
  checkedAt!: Date;

  /** Files that are watched until they are complete, at most `MAX_WATCHED_FILES`. */
  @Column('integer')
  waiting!: number;

  @Column('timestamptz', { nullable: true })
  takenAt!: Date | null;

  /** Why files wait, as a sentence that says what to do. */
  @Column('text', { nullable: true })
  problem!: string | null;

  /** The latest ones, latest first. */
  @Column('jsonb')
  refused!: RefusedFile[];

  /** Paths of the latest files that were taken, latest first. */
  @Column('text', { array: true })
  names!: string[];
}
