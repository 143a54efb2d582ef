import { Entity, Unique } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { CreatedEntity } from '../base-columns';
import { boolean, column, generatedId, text, updateTime } from '../columns';

export const USER_ROLES = ['user', 'admin'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** Someone who signs in. Their data belongs to the accounts they're members of. */
@Entity('users')
@Unique('uq_users_email', ['email'])
@Unique('uq_users_oidc', ['oidcIssuer', 'oidcSubject'])
export class User extends FieldsType(CreatedEntity, {
  id: generatedId('pk_users'),
  /** Lowercase. `null` if the sign-in provider doesn't supply one. */
  email: text({ nullable: true }),
  /** False for an address that was entered at sign-up and hasn't been confirmed yet. */
  isEmailConfirmed: boolean({ default: true }),
  firstName: text({ nullable: true }),
  lastName: text({ nullable: true }),
  profileImageUrl: text({ nullable: true }),
  /** An uploaded picture. Only loaded by `UsersRepository.findPicture`. */
  picture: column<Buffer | null | undefined>('bytea', { nullable: true, select: false }),
  role: text<UserRole>({ default: 'user' }),
  /** Whether the user can sign in. */
  isActive: boolean({ default: true }),
  /** argon2id in PHC format; `null` for users who only sign in through OIDC. */
  passwordHash: text({ nullable: true }),
  /** True if someone else chose the password. */
  mustChangePassword: boolean({ default: false }),
  oidcIssuer: text({ nullable: true }),
  oidcSubject: text({ nullable: true }),
  updatedAt: updateTime(),
}) {}
