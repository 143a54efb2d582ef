import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

import { Account } from '../accounts/account.entity';
import { Created } from '../base-columns';

/** A notification to an account about overdue follow-ups. */
@Entity('escalations')
@Index('ix_escalations_account', ['accountId', 'createdAt'])
export class Escalation extends Created {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_escalations' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_escalations_account', onDelete: 'CASCADE' })
  accountId!: string;
}
