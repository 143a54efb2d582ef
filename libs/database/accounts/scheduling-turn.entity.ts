import { Entity, Index } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { reference, timestamptz } from '../columns';
import { Account } from './account.entity';

/**
 * An account's scheduling turn. The dispatcher locks it before counting the account's active calls. Locking the row in
 * `accounts` would block every insert that references it.
 */
@Entity('account_lanes')
@Index('ix_account_lanes_served', ['lastServedAt', 'accountId'])
export class SchedulingTurn extends FieldsType({
  accountId: reference(() => Account, 'fk_account_lanes_account', 'CASCADE', { primaryKey: 'pk_account_lanes' }),
  /** When one of the account's calls was last released. The longest-waiting account comes first. */
  lastServedAt: timestamptz({ default: () => "'-infinity'" }),
  lastDeliveredAt: timestamptz({ default: () => "'-infinity'" }),
}) {}
