import { Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import { Account } from '../accounts/account.entity';

export const MAIL_SUPPRESSION_REASONS = ['unsubscribed'] as const;
export type MailSuppressionReason = (typeof MAIL_SUPPRESSION_REASONS)[number];

@Entity('mail_suppressions')
export class MailSuppression {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_mail_suppressions' })
  accountId!: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_mail_suppressions_account' })
  account?: Relation<Account>;

  /** In lower case. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_mail_suppressions' })
  address!: string;

  @Column('text')
  reason!: MailSuppressionReason;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
