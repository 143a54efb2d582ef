import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { integer, reference, text, timestamptz } from '../../columns';
import { User } from '../user.entity';

/** A user's authenticator app. Its setup is unfinished until `activatedAt` is set. */
@Entity('totp_factors')
export class TotpFactor extends FieldsType({
  userId: reference(() => User, 'fk_totp_factors_user', 'CASCADE', { primaryKey: 'pk_totp_factors' }),
  /** A base32 secret, sealed. */
  sealedSecret: text(),
  /** Time step of the latest accepted code. Codes for this and earlier steps are rejected. */
  lastCounter: integer({ nullable: true }),
  activatedAt: timestamptz({ nullable: true }),
  lastUsedAt: timestamptz({ nullable: true }),
  createdAt: timestamptz({ default: () => 'now()' }),
}) {}
