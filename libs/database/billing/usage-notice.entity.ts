import { CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

import { Account } from '../accounts/account.entity';

@Entity('usage_notices')
export class UsageNotice {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_usage_notices' })
  @ForeignKey(() => Account, { name: 'fk_usage_notices_account', onDelete: 'CASCADE' })
  accountId!: string;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'pk_usage_notices' })
  periodStartsAt!: Date;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_usage_notices' })
  level!: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
