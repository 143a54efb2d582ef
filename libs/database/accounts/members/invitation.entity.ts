import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

import { MEMBER_ROLES, type MemberRole } from '@ringwell/domain/accounts/member-role';

import { Created } from '../../base-columns';
import { Account } from '../account.entity';
import { User } from '../user.entity';

/** An invitation to join an account, until it is accepted or revoked. Its link contains the token. */
@Entity('invitations')
@Unique('uq_invitations_token', ['tokenHash'])
@Unique('uq_invitations_email', ['accountId', 'email'])
@Check('ck_invitations_role', `role in (${MEMBER_ROLES.map((role) => `'${role}'`).join(', ')})`)
export class Invitation extends Created {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_invitations' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_invitations_account', onDelete: 'CASCADE' })
  accountId!: string;

  /** In lowercase. */
  @Column('text')
  email!: string;

  @Column('text')
  role!: MemberRole;

  /** SHA-256 in hex. */
  @Column('text')
  tokenHash!: string;

  /** Whether the link was only sent to this address. If so, using it proves that the user owns the address. */
  @Column('boolean')
  provesEmail!: boolean;

  @Index('ix_invitations_invited_by')
  @Column('uuid', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_invitations_invited_by', onDelete: 'SET NULL' })
  invitedBy!: string | null;

  @Column('timestamptz')
  expiresAt!: Date;
}
