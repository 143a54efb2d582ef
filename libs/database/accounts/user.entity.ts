import { Check, Entity, Unique } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { Created } from '../base-columns';
import { boolean, generatedId, text, updateTime } from '../columns';

export const USER_ROLES = ['user', 'admin'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** A person who signs in. Their work belongs to the accounts that they are members of. */
@Entity('users')
@Unique('uq_users_email', ['email'])
@Unique('uq_users_oidc', ['oidcIssuer', 'oidcSubject'])
@Check('ck_users_email', 'email = lower(email)')
@Check('ck_users_role', "role in ('user', 'admin')")
export class User extends FieldsType(Created, {
  id: generatedId('pk_users'),
  /** In lower case. `null` when the sign-in provider does not provide one. */
  email: text({ nullable: true }),
  /** False for an address that was entered at sign-up and not confirmed. */
  isEmailConfirmed: boolean({ default: true }),
  firstName: text({ nullable: true }),
  lastName: text({ nullable: true }),
  profileImageUrl: text({ nullable: true }),
  role: text<UserRole>({ default: 'user' }),
  /** Whether they may sign in. */
  isActive: boolean({ default: true }),
  /** argon2id in PHC format; `null` for users who only sign in through OIDC. */
  passwordHash: text({ nullable: true }),
  /** True if someone else chose the password. */
  mustChangePassword: boolean({ default: false }),
  oidcIssuer: text({ nullable: true }),
  oidcSubject: text({ nullable: true }),
  updatedAt: updateTime(),
}) {}
