import type Stripe from 'stripe';

import { isEnded } from '@ringwell/domain/billing/subscription';

import { PAUSE_METADATA_KEY } from './read-subscription';
import { isMissingInStripe } from './stripe-failure';

// Stripe's maximum page size.
const PAGE_SIZE = 100;
// Far more than one account can have.
const MAX_SUBSCRIPTIONS = 1_000;

export interface AccountStripeIds {
  /** Stored by checkout as the subscription's `metadata.userId`. */
  accountId: string;
  subscriptionIds: readonly string[];
  customerIds: readonly string[];
}

/**
 * Returns an account's current subscriptions: the given ones, its customers' subscriptions, and subscriptions that
 * checkout created for it. Looks up all of them, because a stored subscription may have ended and another may have been
 * bought since. Includes ended subscriptions only if given by id.
 *
 * The last group comes from Stripe's search, whose index usually lags by less than a minute, or up to an hour during
 * incidents. Until then, a new subscription can only be found by the id in its events. Each one found is read again,
 * because it may have ended. https://docs.stripe.com/search#data-freshness
 * @throws the Stripe client's errors; an unknown id is treated as no subscription
 */
export async function findSubscriptions(
  stripe: Stripe,
  { accountId, subscriptionIds, customerIds }: AccountStripeIds,
): Promise<Stripe.Subscription[]> {
  const [matches, ...listsByCustomer] = await Promise.all([
    stripe.subscriptions
      .search({ query: `metadata['userId']:'${accountId}'`, limit: PAGE_SIZE })
      .autoPagingToArray({ limit: MAX_SUBSCRIPTIONS }),
    ...[...new Set(customerIds)].map((customer) => listCustomerSubscriptions(stripe, customer)),
  ]);
  const current = listsByCustomer.flat().filter((subscription) => belongsToAccount(subscription, accountId));
  const currentIds = new Set(current.map(({ id }) => id));
  const otherIds = [...subscriptionIds, ...matches.filter(({ status }) => !isEnded(status)).map(({ id }) => id)].filter(
    (id) => !currentIds.has(id),
  );
  const otherSubscriptions = await Promise.all([...new Set(otherIds)].map((id) => retrieveSubscription(stripe, id)));
  return [
    ...current,
    ...(otherSubscriptions.filter(
      (subscription) => subscription !== undefined && belongsToAccount(subscription, accountId),
    ) as Stripe.Subscription[]),
  ];
}

/**
 * Returns the current subscription, or `undefined` if Stripe doesn't recognize it.
 * @throws the Stripe client's other errors
 */
export function retrieveSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription | undefined> {
  return fallBackIfMissing(stripe.subscriptions.retrieve(id), undefined);
}

/**
 * Pauses or resumes payment collection. While paused, Stripe voids due invoices, including those for minutes: a
 * disabled account gets no service, so nothing may be collected later, as it would be with `keep_as_draft`. The
 * subscription's status doesn't change. https://docs.stripe.com/billing/subscriptions/pause-payment
 * @throws the Stripe client's errors, including for an ended subscription
 */
export async function setCollectionPaused(stripe: Stripe, id: string, isPaused: boolean): Promise<void> {
  await stripe.subscriptions.update(id, {
    pause_collection: isPaused ? { behavior: 'void' } : '',
    // Distinguishes this pause from an operator's; an empty string removes the mark.
    metadata: { [PAUSE_METADATA_KEY]: isPaused ? 'yes' : '' },
  });
}

function listCustomerSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  return fallBackIfMissing(
    stripe.subscriptions.list({ customer, limit: PAGE_SIZE }).autoPagingToArray({ limit: MAX_SUBSCRIPTIONS }),
    [],
  );
}

// False for a subscription that checkout created for another account.
function belongsToAccount({ metadata }: Stripe.Subscription, accountId: string): boolean {
  return (metadata?.['userId'] ?? accountId) === accountId;
}

async function fallBackIfMissing<T, W>(request: Promise<T>, fallback: W): Promise<T | W> {
  try {
    return await request;
  } catch (error) {
    if (isMissingInStripe(error)) return fallback;
    throw error;
  }
}
