import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import { User } from './user.entity';

/** What a session holds beside its owner. */
export interface SessionData {
  /** The user whose account an administrator looks at. */
  impersonatedUserId?: string;
  /** How the person signed in. */
  signedInWith: 'password' | 'oidc';
}

/** Somebody who is signed in. Deleting the row signs them out. */
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

  /** Moves ahead with use, up to the absolute lifetime. */
  @Index('ix_sessions_expire')
  @Column('timestamptz')
  expire!: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
