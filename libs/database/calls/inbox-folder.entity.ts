import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

import type { RefusedFile } from '@ringwell/domain/inbox/inbox';

import { Account } from '../accounts/account.entity';

/** The state of an account's inbox folder. The leader writes it. */
@Entity('inbox_folders')
export class InboxFolder {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_inbox_folders' })
  @ForeignKey(() => Account, { name: 'fk_inbox_folders_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Column('timestamptz')
  checkedAt!: Date;

  /** Number of files not imported yet, up to `MAX_WATCHED_FILES`. */
  @Column('integer')
  waiting!: number;

  @Column('timestamptz', { nullable: true })
  takenAt!: Date | null;

  /** Why files are waiting and what to do, as a sentence. */
  @Column('text', { nullable: true })
  problem!: string | null;

  /** The most recently rejected files, newest first. */
  @Column('jsonb')
  refused!: RefusedFile[];

  /** Paths of the most recently imported files, newest first. */
  @Column('text', { array: true })
  names!: string[];
}
