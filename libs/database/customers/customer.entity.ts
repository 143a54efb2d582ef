import { Entity, ForeignKey, Index } from 'typeorm';

import type { CallLabel } from '@ringwell/domain/calls/call-label';
import type { CustomerRisk } from '@ringwell/domain/customers/customer';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { CreatedEntity } from '../base-columns';
import {
  boolean,
  generatedId,
  integer,
  jsonb,
  primaryKey,
  reference,
  smallint,
  text,
  timestamptz,
  uuid,
} from '../columns';

/** Someone an account talks to on the phone. Added with the first call that has a result. */
@Entity('customers')
export class Customer extends FieldsType(CreatedEntity, {
  accountId: reference(() => Account, 'fk_customers_account', 'CASCADE', { primaryKey: 'pk_customers' }),
  id: generatedId('pk_customers'),
  /** Name from the latest call that had one, unless it was corrected. */
  name: text({ nullable: true }),
  /** Whether a user entered the name. If so, calls don't change it. */
  isNameCorrected: boolean({ default: false }),
  // `CustomerStandingsRepository` maintains the columns from here to `refreshAt`.
  /** Null without calls. */
  lastCalledAt: timestamptz({ nullable: true }),
  /** Calls in the last 90 days, at most `MAX_COUNTED_CALLS`. */
  recentCalls: integer({ default: 0 }),
  /** Label of the latest call whose label isn't a guess. */
  lastLabel: text<CallLabel>({ nullable: true }),
  risks: jsonb<CustomerRisk[]>({ default: [] }),
  /** Rank among customers at risk, unhappiest first; 0 without risks. Earlier versions stored the number of risks. */
  riskCount: smallint({ default: 0 }),
  /** When these columns become outdated; null for never. */
  refreshAt: timestamptz({ nullable: true, default: () => 'now()' }),
}) {}

/** A key that identifies a customer in calls; a customer may have several phone numbers. */
@Entity('customer_keys')
@Index('ix_customer_keys_customer', ['accountId', 'customerId'])
@ForeignKey(() => Customer, ['accountId', 'customerId'], ['accountId', 'id'], {
  name: 'fk_customer_keys_customer',
  onDelete: 'CASCADE',
})
export class CustomerKey extends FieldsType({
  accountId: primaryKey('uuid', 'pk_customer_keys'),
  /** Equals `calls.customer_key`: see `customerKey` in `libs/rules/calls/customer-key.ts`. */
  key: primaryKey('text', 'pk_customer_keys'),
  customerId: uuid(),
}) {}
