import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { primaryKey, reference, timestamptz } from '../../columns';
import { User } from '../user.entity';

/** A link to choose a new password, sent by email. */
@Entity('password_resets')
export class PasswordReset extends FieldsType({
  tokenHash: primaryKey('text', 'pk_password_resets'),
  userId: reference(() => User, 'fk_password_resets_user', 'CASCADE', { index: 'ix_password_resets_user' }),
  expiresAt: timestamptz({ index: 'ix_password_resets_expires' }),
}) {}
