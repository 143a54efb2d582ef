import type Stripe from 'stripe';

import { isEnded } from '@ringwell/domain/subscription';

import { PAUSE_MARK } from './read-subscription';
import { isMissingAtStripe } from './stripe-failure';

/** Most that Stripe gives at once. */
const PAGE_SIZE = 100;
/** Far more than one account can come to have. */
const MAX_FOUND = 1_000;

/** What an account is known by at Stripe. */
export interface AccountAtStripe {
  /** Checkout sends it as `metadata.userId` of the subscription. */
  userId: string;
  /** The stored one, and those that Stripe has told of lately. */
  subscriptionIds: readonly string[];
  customerIds: readonly string[];
}

/**
 * The subscriptions of an account as they are now: those that are named, the customers', and those that checkout made for the
 * account. All are looked for, as a stored one may be over and another one be bought since. Ended ones are there only if they are
 * named.
 *
 * The last are found by Stripe's search, whose index is behind: usually by less than a minute, while Stripe has trouble by up to an
 * hour. A subscription that was bought within that time is found only by its name, which its events bring. One that has ended
 * within it is found all the same, so each is looked at again.
 * https://docs.stripe.com/search#data-freshness
 * @throws what Stripe's client throws; that an id is unknown there only means that it has no subscription
 */
export async function findSubscriptions(
  stripe: Stripe,
  { userId, subscriptionIds, customerIds }: AccountAtStripe,
): Promise<Stripe.Subscription[]> {
  const [found, ...ofCustomers] = await Promise.all([
    stripe.subscriptions
      .search({ query: `metadata['userId']:'${userId}'`, limit: PAGE_SIZE })
      .autoPagingToArray({ limit: MAX_FOUND }),
    ...[...new Set(customerIds)].map((customer) => ofCustomer(stripe, customer)),
  ]);
  const current = ofCustomers.flat().filter((subscription) => isOf(subscription, userId));
  const seen = new Set(current.map(({ id }) => id));
  const named = [...subscriptionIds, ...found.filter(({ status }) => !isEnded(status)).map(({ id }) => id)].filter(
    (id) => !seen.has(id),
  );
  const rest = await Promise.all([...new Set(named)].map((id) => retrieveSubscription(stripe, id)));
  return [
    ...current,
    ...(rest.filter(
      (subscription) => subscription !== undefined && isOf(subscription, userId),
    ) as Stripe.Subscription[]),
  ];
}

/** The subscription as it is now; `undefined` when Stripe does not know it. @throws what Stripe's client throws otherwise */
export function retrieveSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription | undefined> {
  return orWithout(stripe.subscriptions.retrieve(id), undefined);
}

/**
 * Stops or resumes the collection of payments. While it is stopped Stripe voids the invoices that come due, those for
 * minutes included: a disabled account gets nothing, so nothing may wait to be collected later, as `keep_as_draft`
 * would have it. The subscription's status does not change. https://docs.stripe.com/billing/subscriptions/pause-payment
 * @throws what Stripe's client throws, also for a subscription that has ended
 */
export async function setCollectionPaused(stripe: Stripe, id: string, isPaused: boolean): Promise<void> {
  await stripe.subscriptions.update(id, {
    pause_collection: isPaused ? { behavior: 'void' } : '',
    // Tells this pause from one that an operator has made; an empty text removes the mark.
    metadata: { [PAUSE_MARK]: isPaused ? 'yes' : '' },
  });
}

function ofCustomer(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  return orWithout(
    stripe.subscriptions.list({ customer, limit: PAGE_SIZE }).autoPagingToArray({ limit: MAX_FOUND }),
    [],
  );
}

/** Not one that checkout made for another account. */
function isOf({ metadata }: Stripe.Subscription, userId: string): boolean {
  return (metadata?.['userId'] ?? userId) === userId;
}

/** @param without what it comes to when Stripe knows nothing of the kind */
async function orWithout<T, W>(answer: Promise<T>, without: W): Promise<T | W> {
  try {
    return await answer;
  } catch (error) {
    if (isMissingAtStripe(error)) return without;
    throw error;
  }
}
