import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import { User } from './user.entity';

/** A sign-in between the password and the second step. It opens nothing, and is deleted when a session starts, or else
 * becomes a security event. */
@Entity('pending_sign_ins')
export class PendingSignIn {
  /** Of the token in the browser's cookie. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_pending_sign_ins' })
  tokenHash!: string;

  @Index('ix_pending_sign_ins_user')
  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_pending_sign_ins_user' })
  user?: Relation<User>;

  /** The password would be refused as a new one. */
  @Column('boolean', { default: false })
  hasWeakPassword!: boolean;

  /** Where the password was entered. */
  @Column('text', { nullable: true })
  ipAddress!: string | null;

  /** The browser that the password was entered in. */
  @Column('text', { nullable: true })
  userAgent!: string | null;

  @Index('ix_pending_sign_ins_expires')
  @Column('timestamptz')
  expiresAt!: Date;
}
