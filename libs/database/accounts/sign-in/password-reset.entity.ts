import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { primaryKey, reference, timestamptz } from '../../columns';
import { User } from '../user.entity';

/** An emailed link for choosing a new password. */
@Entity('password_resets')
export class PasswordReset extends FieldsType({
  tokenHash: primaryKey('text', 'pk_password_resets'),
  userId: reference(() => User, 'fk_password_resets_user', 'CASCADE', { index: 'ix_password_resets_user' }),
  expiresAt: timestamptz({ index: 'ix_password_resets_expires' }),
}) {}
