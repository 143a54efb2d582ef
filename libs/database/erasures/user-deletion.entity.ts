import { Column, Entity, Index, JoinColumn, ManyToOne, OneToOne, PrimaryColumn, type Relation } from 'typeorm';

import { User } from '../accounts/user.entity';

const NO_ID = "'00000000-0000-0000-0000-000000000000'";

/** A requested deletion of a user, with a worker's progress. Deleted with the user. */
@Entity('user_deletions')
export class UserDeletion {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_user_deletions' })
  userId!: string;

  @OneToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_user_deletions_user' })
  user?: Relation<User>;

  @Index('ix_user_deletions_requested_by')
  @Column('uuid', { nullable: true })
  requestedBy!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'requested_by', foreignKeyConstraintName: 'fk_user_deletions_requested_by' })
  requester?: Relation<User> | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  requestedAt!: Date;

  /** Id of the last processed entry of the activity log. */
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
