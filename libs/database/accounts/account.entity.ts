import { Check, Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { Created } from '../base-columns';
import { boolean, generatedId, text, timestamptz, updateTime } from '../columns';

export const ACCOUNT_STATUSES = ['demo', 'active'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** A customer of the product. Calls, settings, tokens and the subscription belong to it, and it is billed. */
@Entity('accounts')
@Check('ck_accounts_status', "status in ('demo', 'active')")
export class Account extends FieldsType(Created, {
  /** Equals the id of the user that was created with it, if any. */
  id: generatedId('pk_accounts'),
  company: text({ nullable: true }),
  serviceTitanTenant: text({ nullable: true }),
  status: text<AccountStatus>({ default: 'demo' }),
  /** While false, the account's calls are not processed and its messages are not sent. */
  isActive: boolean({ default: true }),
  /** The start of the usage periods of accounts without a subscription. */
  activatedAt: timestamptz({ nullable: true }),
  updatedAt: updateTime(),
}) {}
