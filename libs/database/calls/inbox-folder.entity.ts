import { Entity } from 'typeorm';

import type { RejectedFile } from '@ringwell/domain/inbox/inbox';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { column, integer, jsonb, reference, text, timestamptz } from '../columns';

/** The state of an account's inbox folder, written by the leader. */
@Entity('inbox_folders')
export class InboxFolder extends FieldsType({
  accountId: reference(() => Account, 'fk_inbox_folders_account', 'CASCADE', { primaryKey: 'pk_inbox_folders' }),
  checkedAt: timestamptz(),
  /** Number of files not imported yet, up to `MAX_WATCHED_FILES`. */
  waiting: integer(),
  takenAt: timestamptz({ nullable: true }),
  /** Why files are waiting and what to do, as a sentence. */
  problem: text({ nullable: true }),
  /** The most recently rejected files, newest first. */
  refused: jsonb<RejectedFile[]>(),
  /** Paths of the most recently imported files, newest first. */
  names: column<string[]>('text', { array: true }),
}) {}
