import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

import { Account } from '../accounts/account.entity';

/** A notification of an account about overdue follow-ups. */
@Entity('escalations')
@Index('ix_escalations_account', ['accountId', 'createdAt'])
export class Escalation {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_escalations' })
  id!: string;

  @Column('uuid')
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_escalations_account' })
  account?: Relation<Account>;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
