import { Column, Entity, Generated, Unique } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { CreatedEntity } from '../../base-columns';
import { jsonb, primaryKey, reference, text, timestamptz } from '../../columns';
import { Account } from '../account.entity';
import { User } from '../user.entity';

export interface SessionData {
  impersonatedUserId?: string;

  /** `link`: a sign-in link that an operator created on the server. */
  signedInWith: 'password' | 'passkey' | 'oidc' | 'link';
  /** True if the password used to sign in doesn't meet the rules for new passwords. */
  hasWeakPassword?: boolean;
}

/** A signed-in user's session. Deleting the row signs the user out. */
@Entity('sessions')
@Unique('uq_sessions_id', ['id'])
export class Session extends FieldsType(CreatedEntity, {
  /** 256 random bits in base64url. */
  sid: primaryKey('text', 'pk_sessions'),
  /** The value of `sid` before `replacedAt`. Stays valid for a few seconds, for requests already in flight. */
  previousSid: text({ nullable: true, index: 'ix_sessions_previous_sid' }),
  replacedAt: timestamptz({ nullable: true }),
  userId: reference(() => User, 'fk_sessions_user', 'CASCADE', { index: 'ix_sessions_user' }),
  /** The account the user switched to. If it's null or they've left it, their first account is used. */
  accountId: reference(() => Account, 'fk_sessions_account', 'SET NULL', {
    nullable: true,
    index: 'ix_sessions_account',
  }),
  sess: jsonb<SessionData>(),
  expire: timestamptz({ index: 'ix_sessions_expire' }),
  ipAddress: text({ nullable: true }),
  userAgent: text({ nullable: true }),
  lastUsedAt: timestamptz({ default: () => 'now()' }),
  /** When the user last proved their identity, by signing in or confirming later. */
  confirmedAt: timestamptz({ default: () => 'now()' }),
}) {
  /** Identifies the session in lists. Unlike `sid`, it doesn't grant access. */
  @Column('uuid')
  @Generated('uuid')
  id!: string;
}
