import { Entity, ForeignKey, Index } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { CreatedEntity } from '../../base-columns';
import { boolean, generatedId, text, timestamptz, uuid } from '../../columns';
import { Member } from '../members/member.entity';

/** An app that a member has connected to an account by signing in. Deleting the row revokes all its tokens. */
@Entity('assistants')
@Index('ix_assistants_member', ['accountId', 'userId'])
// When a member leaves the account, their assistants are deleted.
@ForeignKey(() => Member, ['accountId', 'userId'], ['accountId', 'userId'], {
  name: 'fk_assistants_member',
  onDelete: 'CASCADE',
})
export class Assistant extends FieldsType(CreatedEntity, {
  id: generatedId('pk_assistants'),
  accountId: uuid(),
  userId: uuid({ index: 'ix_assistants_user' }),
  clientId: text({ index: 'ix_assistants_client' }),
  /** The app's self-chosen, unverified name. */
  name: text(),
  /** Where the browser was redirected after the member consented, such as `claude.ai`, or `this computer`. */
  host: text(),
  isReadOnly: boolean(),
  lastUsedAt: timestamptz({ nullable: true }),
}) {}
