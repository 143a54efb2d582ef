import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { User } from '../user.entity';

/** A single-use sign-in link, created by an operator on the server. */
@Entity('sign_in_links')
export class SignInLink {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_sign_in_links' })
  tokenHash!: string;

  @Index('ix_sign_in_links_user')
  @Column('uuid')
  @ForeignKey(() => User, { name: 'fk_sign_in_links_user', onDelete: 'CASCADE' })
  userId!: string;

  @Index('ix_sign_in_links_expires')
  @Column('timestamptz')
  expiresAt!: Date;
}
