import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import { User } from '../user.entity';

/** A link that signs someone in once, created by an operator on the server. */
@Entity('sign_in_links')
export class SignInLink {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_sign_in_links' })
  tokenHash!: string;

  @Index('ix_sign_in_links_user')
  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_sign_in_links_user' })
  user?: Relation<User>;

  @Index('ix_sign_in_links_expires')
  @Column('timestamptz')
  expiresAt!: Date;
}
