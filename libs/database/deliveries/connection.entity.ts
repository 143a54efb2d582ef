import { Entity, PrimaryColumn } from 'typeorm';

import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';
import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { boolean, integer, primaryKey, reference, text, timestamptz } from '../columns';

/** State of one of an account's destinations, shown in the settings and used to pause sending while it's failing. */
@Entity('connections')
export class Connection extends FieldsType({
  accountId: reference(() => Account, 'fk_connections_account', 'CASCADE', { primaryKey: 'pk_connections' }),
  /** SHA-256 of the full destination, as in `Delivery`. */
  destinationHash: primaryKey('text', 'pk_connections'),
  destination: text(),
  lastSuccessAt: timestamptz({ nullable: true }),
  /** Consecutive transient failures. */
  failures: integer({ default: 0 }),
  pausedUntil: timestamptz({ nullable: true }),
  errorCode: text({ nullable: true }),
  errorMessage: text({ nullable: true }),
  /** Whether a user has to fix the problem. */
  isPermanent: boolean({ default: false }),
  failedAt: timestamptz({ nullable: true }),
}) {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_connections' })
  channel!: DeliveryChannelName;
}
