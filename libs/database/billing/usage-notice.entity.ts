import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';

import { Account } from '../accounts/account.entity';
import { Created } from '../base-columns';

@Entity('usage_notices')
export class UsageNotice extends Created {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_usage_notices' })
  @ForeignKey(() => Account, { name: 'fk_usage_notices_account', onDelete: 'CASCADE' })
  accountId!: string;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'pk_usage_notices' })
  periodStartsAt!: Date;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_usage_notices' })
  level!: number;
}
