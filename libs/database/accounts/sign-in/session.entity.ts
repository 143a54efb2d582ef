import { Column, Entity, ForeignKey, Generated, Index, PrimaryColumn, Unique } from 'typeorm';

import { Created } from '../../base-columns';
import { Account } from '../account.entity';
import { User } from '../user.entity';

export interface SessionData {
  impersonatedUserId?: string;
  /** `passkey`: without a password. `link`: through a link that an operator created on the server. */
  signedInWith: 'password' | 'passkey' | 'oidc' | 'link';
  /** True if the password used to sign in doesn't meet the rules for new passwords. */
  hasWeakPassword?: boolean;
}

/** A signed-in user's session. Deleting the row signs the user out. */
@Entity('sessions')
@Unique('uq_sessions_id', ['id'])
export class Session extends Created {
  /** 256 random bits in base64url. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_sessions' })
  sid!: string;

  /** The value of `sid` before `replacedAt`. Stays valid for a few seconds, for requests already in flight. */
  @Index('ix_sessions_previous_sid')
  @Column('text', { nullable: true })
  previousSid!: string | null;

  @Column('timestamptz', { nullable: true })
  replacedAt!: Date | null;

  /** Identifies the session in its user's list. Knowing it doesn't grant access. */
  @Column('uuid')
  @Generated('uuid')
  id!: string;

  @Index('ix_sessions_user')
  @Column('uuid')
  @ForeignKey(() => User, { name: 'fk_sessions_user', onDelete: 'CASCADE' })
  userId!: string;

  /** The account that the user switched to. If it's null, or the user has left it, their first account is used. */
  @Index('ix_sessions_account')
  @Column('uuid', { nullable: true })
  @ForeignKey(() => Account, { name: 'fk_sessions_account', onDelete: 'SET NULL' })
  accountId!: string | null;

  @Column('jsonb')
  sess!: SessionData;

  @Index('ix_sessions_expire')
  @Column('timestamptz')
  expire!: Date;

  @Column('text', { nullable: true })
  ipAddress!: string | null;

  @Column('text', { nullable: true })
  userAgent!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  lastUsedAt!: Date;

  /** When the user last proved their identity, by signing in or confirming later. */
  @Column('timestamptz', { default: () => 'now()' })
  confirmedAt!: Date;
}
