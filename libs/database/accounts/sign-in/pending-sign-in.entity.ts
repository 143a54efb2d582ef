import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { boolean, primaryKey, reference, text, timestamptz } from '../../columns';
import { User } from '../user.entity';

/**
 * A sign-in between the password and the second step. It doesn't grant access. Its row is deleted when a session
 * starts; otherwise it becomes a security event.
 */
@Entity('pending_sign_ins')
export class PendingSignIn extends FieldsType({
  tokenHash: primaryKey('text', 'pk_pending_sign_ins'),
  userId: reference(() => User, 'fk_pending_sign_ins_user', 'CASCADE', { index: 'ix_pending_sign_ins_user' }),
  /** True if the password doesn't meet the rules for new passwords. */
  hasWeakPassword: boolean({ default: false }),
  /** IP address where the password was entered. */
  ipAddress: text({ nullable: true }),
  userAgent: text({ nullable: true }),
  expiresAt: timestamptz({ index: 'ix_pending_sign_ins_expires' }),
}) {}
