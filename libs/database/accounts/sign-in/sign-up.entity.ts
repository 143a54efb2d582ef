import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { primaryKey, text, timestamptz } from '../../columns';

/** A sign-up whose email address is not confirmed yet. The confirmation link in an email contains the token. */
@Entity('sign_ups')
export class SignUp extends FieldsType({
  tokenHash: primaryKey('text', 'pk_sign_ups'),
  /** In lower case. */
  email: text(),
  firstName: text(),
  lastName: text(),
  company: text({ nullable: true }),
  passwordHash: text(),
  /** The web app's page that opens after the confirmation. */
  returnTo: text(),
  expiresAt: timestamptz({ index: 'ix_sign_ups_expires' }),
}) {}
