import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { Account } from '../account.entity';

/** A deleted bearer token's hash, kept to recognize later uses. */
@Entity('revoked_tokens')
@Index('ix_revoked_tokens_account', ['accountId'])
@Index('ix_revoked_tokens_revoked', ['revokedAt'])
export class RevokedToken {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_revoked_tokens' })
  id!: string;

  @Index('ix_revoked_tokens_hash')
  @Column('text')
  tokenHash!: string;

  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_revoked_tokens_account', onDelete: 'CASCADE' })
  accountId!: string;

  @Column('timestamptz', { default: () => 'now()' })
  revokedAt!: Date;
}
