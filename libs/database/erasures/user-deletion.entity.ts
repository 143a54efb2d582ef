import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { User } from '../accounts/user.entity';
import { reference, text, timestamptz, uuid } from '../columns';

const NIL_UUID = "'00000000-0000-0000-0000-000000000000'";

/** A requested user deletion, with the worker's progress. Deleted along with the user. */
@Entity('user_deletions')
export class UserDeletion extends FieldsType({
  userId: reference(() => User, 'fk_user_deletions_user', 'CASCADE', { primaryKey: 'pk_user_deletions' }),
  requestedBy: reference(() => User, 'fk_user_deletions_requested_by', 'SET NULL', {
    nullable: true,
    index: 'ix_user_deletions_requested_by',
  }),
  requestedAt: timestamptz({ default: () => 'clock_timestamp()' }),
  /** Id of the last processed activity log entry. */
  activityAfter: uuid({ default: () => NIL_UUID }),
  mailsAfter: uuid({ default: () => NIL_UUID }),
  problem: text({ nullable: true }),
  runAfter: timestamptz({ default: () => 'clock_timestamp()' }),
}) {}
