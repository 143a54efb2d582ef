import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { User } from '../user.entity';

/**
 * A sign-in between the password and the second step. It doesn't grant access. Its row is deleted when a session
 * starts; otherwise it becomes a security event.
 */
@Entity('pending_sign_ins')
export class PendingSignIn {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_pending_sign_ins' })
  tokenHash!: string;

  @Index('ix_pending_sign_ins_user')
  @Column('uuid')
  @ForeignKey(() => User, { name: 'fk_pending_sign_ins_user', onDelete: 'CASCADE' })
  userId!: string;

  /** True if the password doesn't meet the rules for new passwords. */
  @Column('boolean', { default: false })
  hasWeakPassword!: boolean;

  /** IP address where the password was entered. */
  @Column('text', { nullable: true })
  ipAddress!: string | null;

  @Column('text', { nullable: true })
  userAgent!: string | null;

  @Index('ix_pending_sign_ins_expires')
  @Column('timestamptz')
  expiresAt!: Date;
}
