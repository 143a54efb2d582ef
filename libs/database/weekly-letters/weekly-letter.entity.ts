import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

import { Account } from '../accounts/account.entity';
import { Created } from '../base-columns';

/** An account's letter about a week. Its contents are read when it's sent. */
@Entity('weekly_letters')
@Index('uq_weekly_letters_week', { synchronize: false })
@Index('ix_weekly_letters_account', ['accountId', 'createdAt'])
export class WeeklyLetterRow extends Created {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_weekly_letters' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Account, { name: 'fk_weekly_letters_account', onDelete: 'CASCADE' })
  accountId!: string;

  /** The week's Monday, as YYYY-MM-DD. */
  @Column('date')
  week!: string;

  /** True if a member requested it as a test. */
  @Column('boolean', { default: false })
  isTest!: boolean;
}
