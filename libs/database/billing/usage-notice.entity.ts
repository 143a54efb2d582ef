import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { CreatedEntity } from '../base-columns';
import { primaryKey, reference } from '../columns';

@Entity('usage_notices')
export class UsageNotice extends FieldsType(CreatedEntity, {
  accountId: reference(() => Account, 'fk_usage_notices_account', 'CASCADE', { primaryKey: 'pk_usage_notices' }),
  periodStartsAt: primaryKey('timestamptz', 'pk_usage_notices'),
  level: primaryKey('integer', 'pk_usage_notices'),
}) {}
