import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { primaryKey, reference, text, timestamptz } from '../../columns';
import { User } from '../user.entity';

/** An unused recovery code. Using it deletes the row. */
@Entity('recovery_codes')
export class RecoveryCode extends FieldsType({
  userId: reference(() => User, 'fk_recovery_codes_user', 'CASCADE', { primaryKey: 'pk_recovery_codes' }),
  /** argon2id in base64url. */
  codeHash: primaryKey('text', 'pk_recovery_codes'),
  /** A salt in base64url, shared by all of a user's codes. */
  salt: text(),
  createdAt: timestamptz({ default: () => 'now()' }),
}) {}
