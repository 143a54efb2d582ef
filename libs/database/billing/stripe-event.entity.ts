import { Entity, Index } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { Account } from '../accounts/account.entity';
import { insertionTime, integer, primaryKey, reference, text, timestamptz } from '../columns';

/** An event is `pending` until it's processed, and `failed` after about a day of failed attempts. */
export const STRIPE_EVENT_STATES = ['pending', 'done', 'failed'] as const;
export type StripeEventState = (typeof STRIPE_EVENT_STATES)[number];

/** A Stripe event that triggers a subscription check. Only its ids are stored. */
@Entity('stripe_events')
@Index('ix_stripe_events_account', ['accountId'])
export class StripeEvent extends FieldsType({
  /** Stripe delivers each event at least once, in any order. */
  id: primaryKey('text', 'pk_stripe_events'),
  type: text(),
  objectId: text(),
  subscriptionId: text({ nullable: true }),
  customerId: text({ nullable: true }),
  /** The account recorded by checkout, if it still existed when the event arrived. */
  accountId: reference(() => Account, 'fk_stripe_events_account', 'SET NULL', { nullable: true }),
  created: timestamptz(),
  state: text<StripeEventState>({ default: 'pending' }),
  attempts: integer({ default: 0 }),
  /** Also set when an attempt starts, so that the event is reprocessed if the worker dies. */
  runAfter: timestamptz({ default: () => 'now()' }),
  errorCode: text({ nullable: true }),
  errorMessage: text({ nullable: true }),
  finishedAt: timestamptz({ nullable: true }),
  receivedAt: insertionTime(),
}) {}
