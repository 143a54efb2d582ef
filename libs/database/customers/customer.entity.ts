import { Entity } from 'typeorm';

import type { CallLabel } from '@ringwell/domain/calls/call-label';
import type { CustomerRisk } from '@ringwell/domain/customers/customer';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { CreatedEntity } from '../base-columns';
import { boolean, generatedId, integer, jsonb, reference, smallint, text, timestamptz } from '../columns';

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
  /** Null if there are no calls. */
  lastCalledAt: timestamptz({ nullable: true }),
  /** Calls in the last 90 days, at most `MAX_COUNTED_CALLS`. */
  recentCalls: integer({ default: 0 }),
  /** Label of the latest call whose label isn't a guess. */
  lastLabel: text<CallLabel>({ nullable: true }),
  risks: jsonb<CustomerRisk[]>({ default: [] }),
  /** Rank among customers at risk, unhappiest first; 0 if not at risk. Earlier versions stored the number of risks. */
  riskCount: smallint({ default: 0 }),
  /** When these columns become outdated; null if they never do. */
  refreshAt: timestamptz({ nullable: true, default: () => 'now()' }),
}) {}
