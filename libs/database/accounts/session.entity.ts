import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import { User } from './user.entity';

export interface SessionData {
  impersonatedUserId?: string;
  signedInWith: 'password' | 'oidc';
}

/** The session of a signed-in user. Deleting the row signs the user out. */
@Entity('sessions')
export class Session {
  /** 256 random bits in base64url. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_sessions' })
  sid!: string;

  @Index('ix_sessions_user')
  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_sessions_user' })
  user?: Relation<User>;

  @Column('jsonb')
  sess!: SessionData;

  @Index('ix_sessions_expire')
  @Column('timestamptz')
  expire!: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
