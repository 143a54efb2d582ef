import Stripe from 'stripe';

import { AppError } from '@ringwell/domain/app-error';
import { METER_EVENT_NAME } from '@ringwell/domain/plans';

import { isNeverSent } from '../outbound/http-failure';
import { findMeter, METER_CUSTOMER_KEY, METER_VALUE_KEY } from './setup/set-up-meter';
import { isMissingAtStripe } from './stripe-failure';

/** Code of a failure with which a request has not even left. */
export const BILLING_UNREACHABLE = 'BILLING_UNREACHABLE';

/** Minutes for the meter. */
export interface MinutesEvent {
  /** Stripe takes an event of the same identifier once within at least 24 hours. At most 100 characters. */
  identifier: string;
  customerId: string;
  /** Whole: whether Stripe adds up fractions is nowhere said. */
  minutes: number;
  /** Within the last 35 days. */
  usedAt: Date;
}

/** Its code is `duplicate_meter_event`, but Stripe leaves that out at times: 400, "An event already exists with identifier …". */
const KNOWN_ALREADY = /already exists with identifier/i;
const MINUTE_SECONDS = 60;
const PAGE_SIZE = 100;

/**
 * Hands minutes to the meter. The caller must be able to tell what may have arrived, so it is the caller that tries again; Stripe's
 * client by itself does so only where the connection turns out to be closed, at once and once. No idempotency key of ours goes
 * along, as Stripe would answer with the failure of the first try for a day; the identifier tells a repeat.
 * https://docs.stripe.com/api/billing/meter-event/create
 * @throws AppError `BILLING_UNREACHABLE` when nothing has left, else what Stripe's client throws; never because the event has
 * arrived before
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
    if (!isKnownAlready(error)) throw error;
  }
}

/**
 * What the meter has added up for a customer in a time that begins and ends with a minute. Events appear in it some minutes after
 * they came. 0 for a customer that Stripe does not know.
 * @throws what Stripe's client throws
 */
export async function minutesAtMeter(
  stripe: Stripe,
  meterId: string,
  customerId: string,
  { from, until }: { from: Date; until: Date },
): Promise<number> {
  let minutes = 0;
  try {
    const summaries = stripe.billing.meters.listEventSummaries(meterId, {
      customer: customerId,
      start_time: wholeMinute(from),
      end_time: wholeMinute(until),
      limit: PAGE_SIZE,
    });
    for await (const { aggregated_value: value } of summaries) minutes += value;
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
  }
  return minutes;
}

/** Id of the meter; `undefined` until it was set up. @throws what Stripe's client throws */
export async function meterIdOf(stripe: Stripe): Promise<string | undefined> {
  return (await findMeter(stripe))?.id;
}

function isKnownAlready(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.code === 'duplicate_meter_event' || KNOWN_ALREADY.test(error.message))
  );
}

function isUnreachable(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeConnectionError && isNeverSent(error.detail);
}

function unreachable(cause: unknown): AppError {
  return new AppError({
    kind: 'provider',
    code: BILLING_UNREACHABLE,
    message: 'The payment provider cannot be reached. Check that this machine may connect to it.',
    retryable: true,
    cause,
  });
}

function wholeMinute(time: Date): number {
  return Math.ceil(time.getTime() / 1_000 / MINUTE_SECONDS) * MINUTE_SECONDS;
}
