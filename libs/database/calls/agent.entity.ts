import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

import { Account } from '../accounts/account.entity';
import { Member } from '../accounts/members/member.entity';

/** The name of a person who spoke for the account in calls. Several agents may be the same person. */
@Entity('agents')
@Index('uq_agents_name', { synchronize: false })
export class Agent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_agents' })
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_agents_account' })
  account?: Relation<Account>;

  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_agents' })
  id!: string;

  /** As first given or heard; unique regardless of case. */
  @Column('text')
  name!: string;

  @Column('uuid', { nullable: true })
  memberUserId!: string | null;

  // Removing a member clears only this column.
  @ManyToOne(() => Member, { onDelete: 'SET NULL' })
  @JoinColumn([
    { name: 'account_id', referencedColumnName: 'accountId', foreignKeyConstraintName: 'fk_agents_member' },
    { name: 'member_user_id', referencedColumnName: 'userId', foreignKeyConstraintName: 'fk_agents_member' },
  ])
  member?: Relation<Member>;

  /** The agent whose name this person goes by. Its `sameAsId` is null, and both have the same member. */
  @Column('uuid', { nullable: true })
  sameAsId!: string | null;

  @ManyToOne(() => Agent, { onDelete: 'SET NULL' })
  @JoinColumn([
    { name: 'account_id', referencedColumnName: 'accountId', foreignKeyConstraintName: 'fk_agents_same_as' },
    { name: 'same_as_id', referencedColumnName: 'id', foreignKeyConstraintName: 'fk_agents_same_as' },
  ])
  sameAs?: Relation<Agent>;

  /** Whether reports and filters leave the name out. Calls still show it. */
  @Column('boolean', { default: false })
  isHidden!: boolean;

  /** Whether a user rejected the suggested member or name. */
  @Column('boolean', { default: false })
  isSuggestionDismissed!: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
