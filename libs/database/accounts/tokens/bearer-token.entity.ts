import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

import { Created } from '../../base-columns';
import { Account } from '../account.entity';

/** An API token. The token itself is shown once; only its SHA-256 is stored, in hex. */
@Entity('bearer_tokens')
@Unique('uq_bearer_tokens_hash', ['tokenHash'])
export class BearerToken extends Created {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_bearer_tokens' })
  id!: string;

  @Index('ix_bearer_tokens_account')
  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_bearer_tokens_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Column('text')
  tokenHash!: string;

  @Column('text')
  lastFour!: string;

  @Column('text')
  name!: string;

  @Column('boolean', { default: true })
  isActive!: boolean;

  @Column('boolean', { default: false })
  isReadOnly!: boolean;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;
}
