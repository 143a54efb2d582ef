import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import { type MemberRole } from '@ringwell/domain/accounts/member-role';
import type { CallLabel } from '@ringwell/domain/calls/call-label';
import { FieldsType } from '@ringwell/platform/fields-type';

import { CreatedEntity } from '../../base-columns';
import { boolean, column, primaryKey, text } from '../../columns';
import { Account } from '../account.entity';
import { User } from '../user.entity';

/** A user's role in an account. Every account has an owner. */
@Entity('members')
export class Member extends FieldsType(CreatedEntity, {
  accountId: primaryKey('uuid', 'pk_members'),
  role: text<MemberRole>(),
  /** See `MemberAlerts`. */
  alertLabels: column<CallLabel[]>('text', { array: true, default: [] }),
  quietFrom: text({ nullable: true }),
  quietUntil: text({ nullable: true }),
  /** Whether the member gets the weekly letter; null for their role's default. */
  weeklyLetter: boolean({ nullable: true }),
}) {
  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_members_account' })
  account?: Relation<Account>;

  @Index('ix_members_user')
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_members' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_members_user' })
  user?: Relation<User>;
}
