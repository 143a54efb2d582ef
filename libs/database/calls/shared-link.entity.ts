import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  Unique,
  type Relation,
} from 'typeorm';

import type { SharedScope } from '@ringwell/domain/calls/shared-link';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';
import { Call } from './call.entity';

/** A link that shows one call to anyone who has it, until it expires or is revoked. */
@Entity('shared_links')
@Unique('uq_shared_links_token', ['tokenHash'])
@Check('ck_shared_links_scope', "scope in ('summary', 'clip', 'whole')")
@Check('ck_shared_links_clip', "(scope = 'clip') = (clip_start_ms is not null and clip_end_ms is not null)")
export class SharedLink {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_shared_links' })
  id!: string;

  @Index('ix_shared_links_account')
  @Column('uuid')
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_shared_links_account' })
  account?: Relation<Account>;

  @Index('ix_shared_links_call')
  @Column('uuid')
  callId!: string;

  @ManyToOne(() => Call, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'call_id', foreignKeyConstraintName: 'fk_shared_links_call' })
  call?: Relation<Call>;

  @Index('ix_shared_links_created_by')
  @Column('uuid', { nullable: true })
  createdBy!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'created_by', foreignKeyConstraintName: 'fk_shared_links_created_by' })
  creator?: Relation<User> | null;

  /** SHA-256 in hex. The link itself is not stored. */
  @Column('text')
  tokenHash!: string;

  @Column('text')
  scope!: SharedScope;

  @Column('integer', { nullable: true })
  clipStartMs!: number | null;

  @Column('integer', { nullable: true })
  clipEndMs!: number | null;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  revokedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  firstOpenedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  lastOpenedAt!: Date | null;

  @Column('integer', { default: 0 })
  openCount!: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
