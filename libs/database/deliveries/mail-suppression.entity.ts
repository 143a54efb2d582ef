import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

import { Account } from '../accounts/account.entity';
import { Created } from '../base-columns';

export const MAIL_SUPPRESSION_REASONS = ['unsubscribed'] as const;
export type MailSuppressionReason = (typeof MAIL_SUPPRESSION_REASONS)[number];

@Entity('mail_suppressions')
export class MailSuppression extends Created {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_mail_suppressions' })
  @ForeignKey(() => Account, { name: 'fk_mail_suppressions_account', onDelete: 'CASCADE' })
  accountId!: string;

  /** In lowercase. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_mail_suppressions' })
  address!: string;

  @Column('text')
  reason!: MailSuppressionReason;
}
