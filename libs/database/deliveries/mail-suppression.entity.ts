import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { CreatedEntity } from '../base-columns';
import { primaryKey, reference, text } from '../columns';

export const MAIL_SUPPRESSION_REASONS = ['unsubscribed'] as const;
export type MailSuppressionReason = (typeof MAIL_SUPPRESSION_REASONS)[number];

@Entity('mail_suppressions')
export class MailSuppression extends FieldsType(CreatedEntity, {
  accountId: reference(() => Account, 'fk_mail_suppressions_account', 'CASCADE', {
    primaryKey: 'pk_mail_suppressions',
  }),
  /** Lowercase. */
  address: primaryKey('text', 'pk_mail_suppressions'),
  reason: text<MailSuppressionReason>(),
}) {}
