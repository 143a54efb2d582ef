import {
  Column,
  CreateDateColumn,
  Entity,
  Generated,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  Unique,
  type Relation,
} from 'typeorm';

import { Account } from './account.entity';
import { User } from './user.entity';

export interface SessionData {
  impersonatedUserId?: string;
  /** `link`: one that an operator made on the machine. */
  signedInWith: 'password' | 'oidc' | 'link';
  /** The password that signed in would be refused as a new one. */
  hasWeakPassword?: boolean;
}

/** The session of a signed-in user. Deleting the row signs the user out. */
@Entity('sessions')
@Unique('uq_sessions_id', ['id'])
export class Session {
  /** 256 random bits in base64url. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_sessions' })
  sid!: string;

  /** What was `sid` before `replacedAt`. Requests that were under way then still work for a few seconds. */
  @Index('ix_sessions_previous_sid')
  @Column('text', { nullable: true })
  previousSid!: string | null;

  @Column('timestamptz', { nullable: true })
  replacedAt!: Date | null;

  /** Names the session in the list of its user. Knowing it gives no access. */
  @Column('uuid')
  @Generated('uuid')
  id!: string;

  @Index('ix_sessions_user')
  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_sessions_user' })
  user?: Relation<User>;

  /** The account that the user has switched to. Null, or one that they are no longer a member of: their first account. */
  @Index('ix_sessions_account')
  @Column('uuid', { nullable: true })
  accountId!: string | null;

  @ManyToOne(() => Account, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_sessions_account' })
  account?: Relation<Account> | null;

  @Column('jsonb')
  sess!: SessionData;

  @Index('ix_sessions_expire')
  @Column('timestamptz')
  expire!: Date;

  /** Of the sign-in. */
  @Column('text', { nullable: true })
  ipAddress!: string | null;

  /** Of the sign-in. */
  @Column('text', { nullable: true })
  userAgent!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  lastUsedAt!: Date;

  /** When the user last proved who they are: at the sign-in, or when they were asked again. */
  @Column('timestamptz', { default: () => 'now()' })
  confirmedAt!: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
