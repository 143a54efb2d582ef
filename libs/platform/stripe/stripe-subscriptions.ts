import type Stripe from 'stripe';

import { isEnded } from '@ringwell/domain/billing/subscription';

import { PAUSE_MARK } from './read-subscription';
import { isMissingAtStripe } from './stripe-failure';

// Stripe's largest page.
const PAGE_SIZE = 100;
// Far more than one account can have.
const MAX_FOUND = 1_000;

export interface AccountAtStripe {
  /** Stored by checkout as `metadata.userId` of the subscription. */
  accountId: string;
  subscriptionIds: readonly string[];
  customerIds: readonly string[];
}

/**
 * An account's current subscriptions: the given ones, its customers' subscriptions, and subscriptions that checkout
 * created for it. All are looked up, because a stored one may have ended and another may have been bought since. Ended
 * ones are included only if given by id.
 *
 * The last group comes from Stripe's search, whose index usually lags by less than a minute, by up to an hour during
 * incidents. A subscription bought within that time is found only by the id in its events; each found one is read
 * again, because it may have ended. https://docs.stripe.com/search#data-freshness
 * @throws errors of Stripe's client; an unknown id counts as no subscription
 */
export async function findSubscriptions(
  stripe: Stripe,
  { accountId, subscriptionIds, customerIds }: AccountAtStripe,
): Promise<Stripe.Subscription[]> {
  const [found, ...ofCustomers] = await Promise.all([
    stripe.subscriptions
      .search({ query: `metadata['userId']:'${accountId}'`, limit: PAGE_SIZE })
      .autoPagingToArray({ limit: MAX_FOUND }),
    ...[...new Set(customerIds)].map((customer) => listByCustomer(stripe, customer)),
  ]);
  const current = ofCustomers.flat().filter((subscription) => belongsTo(subscription, accountId));
  const seen = new Set(current.map(({ id }) => id));
  const named = [...subscriptionIds, ...found.filter(({ status }) => !isEnded(status)).map(({ id }) => id)].filter(
    (id) => !seen.has(id),
  );
  const rest = await Promise.all([...new Set(named)].map((id) => retrieveSubscription(stripe, id)));
  return [
    ...current,
    ...(rest.filter(
      (subscription) => subscription !== undefined && belongsTo(subscription, accountId),
    ) as Stripe.Subscription[]),
  ];
}

/** The current subscription; `undefined` when Stripe does not recognize it. @throws other errors of Stripe's client */
export function retrieveSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription | undefined> {
  return orWithout(stripe.subscriptions.retrieve(id), undefined);
}

/**
 * Pauses or resumes the collection of payments. While paused, Stripe voids due invoices, including those for minutes: a
 * disabled account gets no service, so nothing may be collected later, as with `keep_as_draft`. The subscription's
 * status does not change. https://docs.stripe.com/billing/subscriptions/pause-payment
 * @throws errors of Stripe's client, also for an ended subscription
 */
export async function setCollectionPaused(stripe: Stripe, id: string, isPaused: boolean): Promise<void> {
  await stripe.subscriptions.update(id, {
    pause_collection: isPaused ? { behavior: 'void' } : '',
    // Distinguishes this pause from an operator's; an empty text removes the mark.
    metadata: { [PAUSE_MARK]: isPaused ? 'yes' : '' },
  });
}

function listByCustomer(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  return orWithout(
    stripe.subscriptions.list({ customer, limit: PAGE_SIZE }).autoPagingToArray({ limit: MAX_FOUND }),
    [],
  );
}

// Whether the subscription is not one that checkout created for another account.
function belongsTo({ metadata }: Stripe.Subscription, accountId: string): boolean {
  return (metadata?.['userId'] ?? accountId) === accountId;
}

async function orWithout<T, W>(answer: Promise<T>, without: W): Promise<T | W> {
  try {
    return await answer;
  } catch (error) {
    if (isMissingAtStripe(error)) return without;
    throw error;
  }
}
