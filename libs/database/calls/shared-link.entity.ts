import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

import type { SharedScope } from '@ringwell/domain/calls/shared-link';

import { Account } from '../accounts/account.entity';
import { User } from '../accounts/user.entity';
import { Created } from '../base-columns';
import { Call } from './call.entity';

/** A link that shows one call to anyone who has it, until it expires or is revoked. */
@Entity('shared_links')
@Unique('uq_shared_links_token', ['tokenHash'])
@Check('ck_shared_links_scope', "scope in ('summary', 'clip', 'whole')")
@Check('ck_shared_links_clip', "(scope = 'clip') = (clip_start_ms is not null and clip_end_ms is not null)")
export class SharedLink extends Created {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_shared_links' })
  id!: string;

  @Index('ix_shared_links_account')
  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_shared_links_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Index('ix_shared_links_call')
  @Column('uuid')
  @ForeignKey(() => Call, { name: 'fk_shared_links_call', onDelete: 'CASCADE' })
  callId!: string;

  @Index('ix_shared_links_created_by')
  @Column('uuid', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_shared_links_created_by', onDelete: 'SET NULL' })
  createdBy!: string | null;

  /** SHA-256 in hex. The link itself isn't stored. */
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
}
