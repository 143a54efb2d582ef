import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { User } from '../accounts/user.entity';

const NO_ID = "'00000000-0000-0000-0000-000000000000'";

/** A requested user deletion, with the worker's progress. Deleted along with the user. */
@Entity('user_deletions')
export class UserDeletion {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_user_deletions' })
  @ForeignKey(() => User, { name: 'fk_user_deletions_user', onDelete: 'CASCADE' })
  userId!: string;

  @Index('ix_user_deletions_requested_by')
  @Column('uuid', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_user_deletions_requested_by', onDelete: 'SET NULL' })
  requestedBy!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  requestedAt!: Date;

  /** Id of the last processed activity log entry. */
  @Column('uuid', { default: () => NO_ID })
  activityAfter!: string;

  @Column('uuid', { default: () => NO_ID })
  mailsAfter!: string;

  @Column('text', { nullable: true })
  problem!: string | null;

  /** When the next attempt is due. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  runAfter!: Date;
}
