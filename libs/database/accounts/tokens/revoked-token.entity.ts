import { Entity, Index } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { primaryKey, reference, text, timestamptz } from '../../columns';
import { Account } from '../account.entity';

/** A deleted bearer token's hash, kept to recognize later uses. */
@Entity('revoked_tokens')
@Index('ix_revoked_tokens_account', ['accountId'])
@Index('ix_revoked_tokens_revoked', ['revokedAt'])
export class RevokedToken extends FieldsType({
  id: primaryKey('uuid', 'pk_revoked_tokens'),
  tokenHash: text({ index: 'ix_revoked_tokens_hash' }),
  accountId: reference(() => Account, 'fk_revoked_tokens_account', 'CASCADE'),
  revokedAt: timestamptz({ default: () => 'now()' }),
}) {}
