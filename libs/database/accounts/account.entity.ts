import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { CreatedEntity } from '../base-columns';
import { boolean, generatedId, text, timestamptz, updateTime } from '../columns';

export const ACCOUNT_STATUSES = ['demo', 'active'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** A customer of the product. Owns calls, settings, tokens and the subscription, and is billed. */
@Entity('accounts')
export class Account extends FieldsType(CreatedEntity, {
  /** Same as the id of the user who was created together with the account, if any. */
  id: generatedId('pk_accounts'),
  company: text({ nullable: true }),
  serviceTitanTenant: text({ nullable: true }),
  status: text<AccountStatus>({ default: 'demo' }),
  /** While false, the account's calls aren't processed and its messages aren't sent. */
  isActive: boolean({ default: true }),
  /** Determines when usage periods start if the account has no subscription. */
  activatedAt: timestamptz({ nullable: true }),
  updatedAt: updateTime(),
}) {}
