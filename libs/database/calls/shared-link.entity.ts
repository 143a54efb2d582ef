import { Entity, Unique } from 'typeorm';

import type { ShareScope } from '@ringwell/domain/calls/shared-link';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';
import { CreatedEntity } from '../base-columns';
import { generatedId, integer, reference, text, timestamptz } from '../columns';
import { Call } from './call.entity';

/** A link that shows one call to anyone who has it, until it expires or is revoked. */
@Entity('shared_links')
@Unique('uq_shared_links_token', ['tokenHash'])
export class SharedLink extends FieldsType(CreatedEntity, {
  id: generatedId('pk_shared_links'),
  accountId: reference(() => Account, 'fk_shared_links_account', 'CASCADE', { index: 'ix_shared_links_account' }),
  callId: reference(() => Call, 'fk_shared_links_call', 'CASCADE', { index: 'ix_shared_links_call' }),
  createdBy: reference(() => User, 'fk_shared_links_created_by', 'SET NULL', {
    nullable: true,
    index: 'ix_shared_links_created_by',
  }),
  /** SHA-256 in hex. The link itself isn't stored. */
  tokenHash: text(),
  scope: text<ShareScope>(),
  clipStartMs: integer({ nullable: true }),
  clipEndMs: integer({ nullable: true }),
  expiresAt: timestamptz(),
  revokedAt: timestamptz({ nullable: true }),
  firstOpenedAt: timestamptz({ nullable: true }),
  lastOpenedAt: timestamptz({ nullable: true }),
  openCount: integer({ default: 0 }),
}) {}
