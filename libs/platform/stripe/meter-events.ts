import Stripe from 'stripe';

import { METER_EVENT_NAME } from '@ringwell/domain/billing/plans';
import { providerFailed, type AppError } from '@ringwell/domain/errors/app-error';

import { wasNeverSent } from '../outbound/http-failure';
import { findMeter, METER_CUSTOMER_KEY, METER_VALUE_KEY } from './setup/set-up-meter';
import { isMissingInStripe } from './stripe-failure';

/** Error code for requests that were never sent. */
export const BILLING_UNREACHABLE = 'BILLING_UNREACHABLE';

export interface MinutesEvent {
  /** At most 100 characters. Stripe rejects a repeated identifier for at least 24 hours. */
  identifier: string;
  customerId: string;
  /** Whole minutes: Stripe does not document whether fractions are added up. */
  minutes: number;
  /** Within the last 35 days. */
  usedAt: Date;
}

// The code is `duplicate_meter_event`, but Stripe sometimes omits it: 400, "An event already exists with identifier …".
const DUPLICATE_MESSAGE = /already exists with identifier/i;
const MINUTE_SECONDS = 60;
const PAGE_SIZE = 100;

/**
 * Reports minutes to the meter. Retries are up to the caller, which must know which reports may have arrived; Stripe's
 * client only retries once, if a connection turns out to be closed. Doesn't set an idempotency key of its own, because
 * Stripe would repeat the first attempt's failure for a day: Stripe's client uses a new key for each call, and the
 * identifier detects duplicates.
 * https://docs.stripe.com/api/billing/meter-event/create
 * @throws AppError `BILLING_UNREACHABLE` if nothing was sent, otherwise the Stripe client's errors; doesn't throw if
 * the event had already arrived
 */
export async function sendMinutes(
  stripe: Stripe,
  { identifier, customerId, minutes, usedAt }: MinutesEvent,
): Promise<void> {
  try {
    await stripe.billing.meterEvents.create(
      {
        event_name: METER_EVENT_NAME,
        identifier,
        timestamp: Math.floor(usedAt.getTime() / 1_000),
        payload: { [METER_CUSTOMER_KEY]: customerId, [METER_VALUE_KEY]: String(minutes) },
      },
      { maxNetworkRetries: 0 },
    );
  } catch (error) {
    if (isUnreachable(error)) throw unreachable(error);
    if (!isDuplicate(error)) throw error;
  }
}

/**
 * Returns the meter's total for a customer over whole minutes. Events show up a few minutes after they arrive. 0 for an
 * unknown customer.
 * @throws the Stripe client's errors
 */
export async function fetchMeteredMinutes(
  stripe: Stripe,
  meterId: string,
  customerId: string,
  { from, until }: { from: Date; until: Date },
): Promise<number> {
  let minutes = 0;
  try {
    const summaries = stripe.billing.meters.listEventSummaries(meterId, {
      customer: customerId,
      start_time: ceilToMinute(from),
      end_time: ceilToMinute(until),
      limit: PAGE_SIZE,
    });
    for await (const { aggregated_value: value } of summaries) minutes += value;
  } catch (error) {
    if (!isMissingInStripe(error)) throw error;
  }
  return minutes;
}

export async function findMeterId(stripe: Stripe): Promise<string | undefined> {
  return (await findMeter(stripe))?.id;
}

function isDuplicate(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.code === 'duplicate_meter_event' || DUPLICATE_MESSAGE.test(error.message))
  );
}

function isUnreachable(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeConnectionError && wasNeverSent(error.detail);
}

function unreachable(cause: unknown): AppError {
  return providerFailed(
    BILLING_UNREACHABLE,
    "Couldn't reach the payment provider. Check that this machine can connect to it.",
    { retryable: true, cause },
  );
}

function ceilToMinute(time: Date): number {
  return Math.ceil(time.getTime() / 1_000 / MINUTE_SECONDS) * MINUTE_SECONDS;
}
