import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { User } from '../user.entity';

/** An emailed link for choosing a new password. */
@Entity('password_resets')
export class PasswordReset {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_password_resets' })
  tokenHash!: string;

  @Index('ix_password_resets_user')
  @Column('uuid')
  @ForeignKey(() => User, { name: 'fk_password_resets_user', onDelete: 'CASCADE' })
  userId!: string;

  @Index('ix_password_resets_expires')
  @Column('timestamptz')
  expiresAt!: Date;
}
