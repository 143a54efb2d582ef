import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { primaryKey, reference, timestamptz } from '../../columns';
import { User } from '../user.entity';

/** A single-use sign-in link, created by an operator on the server. */
@Entity('sign_in_links')
export class SignInLink extends FieldsType({
  tokenHash: primaryKey('text', 'pk_sign_in_links'),
  userId: reference(() => User, 'fk_sign_in_links_user', 'CASCADE', { index: 'ix_sign_in_links_user' }),
  expiresAt: timestamptz({ index: 'ix_sign_in_links_expires' }),
}) {}
