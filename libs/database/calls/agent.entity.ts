import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

import { Account } from '../accounts/account.entity';
import { Member } from '../accounts/members/member.entity';
import { Created } from '../base-columns';

/** The name of someone who spoke for the account on calls. Several agents may be the same person. */
@Entity('agents')
@Index('uq_agents_name', { synchronize: false })
// Removing a member clears only `memberUserId`.
@ForeignKey(() => Member, ['accountId', 'memberUserId'], ['accountId', 'userId'], {
  name: 'fk_agents_member',
  onDelete: 'SET NULL',
})
@ForeignKey(() => Agent, ['accountId', 'sameAsId'], ['accountId', 'id'], {
  name: 'fk_agents_same_as',
  onDelete: 'SET NULL',
})
export class Agent extends Created {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_agents' })
  @ForeignKey(() => Account, { name: 'fk_agents_account', onDelete: 'CASCADE' })
  accountId!: string;

  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_agents' })
  id!: string;

  /** The name as first given or spoken; unique regardless of case. */
  @Column('text')
  name!: string;

  @Column('uuid', { nullable: true })
  memberUserId!: string | null;

  /** The agent whose name this person goes by. Its `sameAsId` is null, and both have the same member. */
  @Column('uuid', { nullable: true })
  sameAsId!: string | null;

  /** Whether reports and filters omit the name. Calls still show it. */
  @Column('boolean', { default: false })
  isHidden!: boolean;

  /** Whether a user rejected the suggested member or name. */
  @Column('boolean', { default: false })
  isSuggestionDismissed!: boolean;
}
