import { Entity, Unique } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { CreatedEntity } from '../../base-columns';
import { boolean, generatedId, reference, text, timestamptz } from '../../columns';
import { Account } from '../account.entity';

/** An API token. The token itself is shown once; only its SHA-256 is stored, in hex. */
@Entity('bearer_tokens')
@Unique('uq_bearer_tokens_hash', ['tokenHash'])
export class BearerToken extends FieldsType(CreatedEntity, {
  id: generatedId('pk_bearer_tokens'),
  accountId: reference(() => Account, 'fk_bearer_tokens_account', 'CASCADE', { index: 'ix_bearer_tokens_account' }),
  tokenHash: text(),
  lastFour: text(),
  name: text(),
  isActive: boolean({ default: true }),
  isReadOnly: boolean({ default: false }),
  lastUsedAt: timestamptz({ nullable: true }),
  expiresAt: timestamptz({ nullable: true }),
}) {}
