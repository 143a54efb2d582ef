import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { primaryKey, text, timestamptz } from '../../columns';

/** A sign-up whose email address hasn't been confirmed yet. The emailed confirmation link contains the token. */
@Entity('sign_ups')
export class SignUp extends FieldsType({
  tokenHash: primaryKey('text', 'pk_sign_ups'),
  /** Lowercase. */
  email: text(),
  firstName: text(),
  lastName: text(),
  company: text({ nullable: true }),
  passwordHash: text(),
  /** The web app page to open after confirmation. */
  returnTo: text(),
  expiresAt: timestamptz({ index: 'ix_sign_ups_expires' }),
}) {}
