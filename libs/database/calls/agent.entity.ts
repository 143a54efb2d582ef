import { Entity, ForeignKey } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { Member } from '../accounts/members/member.entity';
import { CreatedEntity } from '../base-columns';
import { boolean, generatedId, reference, text, uuid } from '../columns';

/** The name of someone who spoke for the account on calls. Several agents may be the same person. */
@Entity('agents')
// Removing a member clears only `memberUserId`.
@ForeignKey(() => Member, ['accountId', 'memberUserId'], ['accountId', 'userId'], {
  name: 'fk_agents_member',
  onDelete: 'SET NULL',
})
@ForeignKey(() => Agent, ['accountId', 'sameAsId'], ['accountId', 'id'], {
  name: 'fk_agents_same_as',
  onDelete: 'SET NULL',
})
export class Agent extends FieldsType(CreatedEntity, {
  accountId: reference(() => Account, 'fk_agents_account', 'CASCADE', { primaryKey: 'pk_agents' }),
  id: generatedId('pk_agents'),
  /** Keeps the spelling that came first. Names that only differ in case are treated as the same. */
  name: text(),
  memberUserId: uuid({ nullable: true }),
  /** The agent whose name this person goes by. Its `sameAsId` is null, and both have the same member. */
  sameAsId: uuid({ nullable: true }),
  /** Whether reports and filters omit the name. Calls still show it. */
  isHidden: boolean({ default: false }),
  /** Whether a user rejected the suggested member or name. */
  isSuggestionDismissed: boolean({ default: false }),
}) {}
