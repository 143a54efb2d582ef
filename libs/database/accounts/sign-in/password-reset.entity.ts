import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import { User } from '../user.entity';

/** A link to choose a new password, sent by email. */
@Entity('password_resets')
export class PasswordReset {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_password_resets' })
  tokenHash!: string;

  @Index('ix_password_resets_user')
  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_password_resets_user' })
  user?: Relation<User>;

  @Index('ix_password_resets_expires')
  @Column('timestamptz')
  expiresAt!: Date;
}
