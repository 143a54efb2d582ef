import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { primaryKey, reference, text, timestamptz } from '../../columns';
import { User } from '../user.entity';

/**
 * The challenge that a passkey must sign next for a purpose, such as signing in from a browser. Used challenges are
 * stored too, so that they can't be reused.
 */
@Entity('passkey_challenges')
export class PasskeyChallenge extends FieldsType({
  purposeHash: primaryKey('text', 'pk_passkey_challenges'),
  userId: reference(() => User, 'fk_passkey_challenges_user', 'CASCADE', { index: 'ix_passkey_challenges_user' }),
  challengeHash: text(),
  expiresAt: timestamptz({ index: 'ix_passkey_challenges_expires' }),
}) {}
