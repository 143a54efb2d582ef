import { Entity } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { bigint, boolean, column, primaryKey, reference, text, timestamptz } from '../columns';

/** A job as last read from ServiceTitan's feed. Deleted a few months after its last change. */
@Entity('service_titan_jobs')
export class ServiceTitanJob extends FieldsType({
  accountId: reference(() => Account, 'fk_service_titan_jobs_account', 'CASCADE', {
    primaryKey: 'pk_service_titan_jobs',
  }),
  id: primaryKey('text', 'pk_service_titan_jobs'),
  number: text({ nullable: true }),
  customerId: text({ nullable: true }),
  /** ServiceTitan's id for the call that resulted in the job. */
  leadCallId: text({ nullable: true }),
  /** Its customer's phone numbers, in the format of `calls.customer_key`. */
  phones: column<string[]>('text', { array: true, default: () => `'{}'` }),
  /** A string, because a number can't hold every bigint. */
  totalCents: bigint({ nullable: true }),
  isCanceled: boolean(),
  /** By ServiceTitan's clock, like `modifiedAt`. */
  createdAt: timestamptz(),
  modifiedAt: timestamptz(),
  storedAt: timestamptz({ default: () => 'now()' }),
}) {}
