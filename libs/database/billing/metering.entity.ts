import { Entity, Index } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { CreatedEntity } from '../base-columns';
import { generatedId, integer, reference, text, timestamptz } from '../columns';

/**
 * A period during which an account's minutes are charged to a customer, with the minutes reported so far. An account's
 * periods never overlap.
 */
@Entity('meter_ledgers')
@Index('ix_meter_ledgers_account', ['accountId'])
export class MeterLedger extends FieldsType({
  id: generatedId('pk_meter_ledgers'),
  accountId: reference(() => Account, 'fk_meter_ledgers_account', 'CASCADE'),
  subscriptionId: text(),
  customerId: text(),
  beganAt: timestamptz(),
  /** Exclusive. `null` while the subscription is live; an account has at most one such ledger. */
  endedAt: timestamptz({ nullable: true }),
  reportedMinutes: integer({ default: 0 }),
}) {}

/** A report in the state `sending` may have arrived. `failed` is final. */
export const METER_EVENT_STATES = ['pending', 'sending', 'sent', 'failed'] as const;
export type MeterEventState = (typeof METER_EVENT_STATES)[number];

/** A report of minutes to Stripe's meter. Only `npm run after-restore` deletes rows. */
@Entity('meter_outbox')
@Index('ix_meter_outbox_account', ['accountId'])
@Index('ix_meter_outbox_ledger', ['ledgerId'])
@Index('ix_meter_outbox_used', ['usedAt'])
export class MeterEvent extends FieldsType(CreatedEntity, {
  /** The identifier that lets Stripe recognize a duplicate for 24 hours. */
  id: generatedId('pk_meter_outbox'),
  accountId: reference(() => Account, 'fk_meter_outbox_account', 'SET NULL', { nullable: true }),
  ledgerId: reference(() => MeterLedger, 'fk_meter_outbox_ledger', 'SET NULL', { nullable: true }),
  customerId: text(),
  minutes: integer(),
  /** When the latest of the minutes were recorded. Determines the month they're charged in. */
  usedAt: timestamptz(),
  state: text<MeterEventState>({ default: 'pending' }),
  attempts: integer({ default: 0 }),
  /** Also set when an attempt starts, so that the report is resent if the worker dies. */
  runAfter: timestamptz({ default: () => 'now()' }),
  /** Start of the first attempt that may have reached Stripe; `null` if there is none. */
  uncertainSince: timestamptz({ nullable: true }),
  errorCode: text({ nullable: true }),
  errorMessage: text({ nullable: true }),
  sentAt: timestamptz({ nullable: true }),
}) {}
