import { Entity, Unique } from 'typeorm';

import { type MemberRole } from '@ringwell/domain/accounts/member-role';
import { FieldsType } from '@ringwell/platform/fields-type';

import { CreatedEntity } from '../../base-columns';
import { boolean, generatedId, reference, text, timestamptz } from '../../columns';
import { Account } from '../account.entity';
import { User } from '../user.entity';

/** A pending invitation to join an account. Its link contains the token. */
@Entity('invitations')
@Unique('uq_invitations_token', ['tokenHash'])
@Unique('uq_invitations_email', ['accountId', 'email'])
export class Invitation extends FieldsType(CreatedEntity, {
  id: generatedId('pk_invitations'),
  accountId: reference(() => Account, 'fk_invitations_account', 'CASCADE'),
  /** In lowercase. */
  email: text(),
  role: text<MemberRole>(),
  /** SHA-256 in hex. */
  tokenHash: text(),
  /** Whether the link was sent only to this address. If so, using it proves that the user owns the address. */
  provesEmail: boolean(),
  invitedBy: reference(() => User, 'fk_invitations_invited_by', 'SET NULL', {
    nullable: true,
    index: 'ix_invitations_invited_by',
  }),
  expiresAt: timestamptz(),
}) {}
