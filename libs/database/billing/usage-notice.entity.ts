import { CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import { Account } from '../accounts/account.entity';

@Entity('usage_notices')
export class UsageNotice {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_usage_notices' })
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_usage_notices_account' })
  account?: Relation<Account>;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'pk_usage_notices' })
  periodStartsAt!: Date;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_usage_notices' })
  level!: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
