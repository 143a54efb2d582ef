import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import { Account } from '../account.entity';

/** The hash of a deleted bearer token, so that its later use is recognized. */
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
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_revoked_tokens_account' })
  account?: Relation<Account>;

  @Column('timestamptz', { default: () => 'now()' })
  revokedAt!: Date;
}
