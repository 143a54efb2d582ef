import type Stripe from 'stripe';

import { isMissingAtStripe } from './stripe-failure';

/** States from which no subscription comes back. https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
const ENDED: ReadonlySet<Stripe.Subscription.Status> = new Set(['canceled', 'incomplete_expired']);

/** Most that Stripe gives at once. */
const PAGE_SIZE = 100;
/** Far more than one account can come to have. */
const MAX_FOUND = 1_000;

/** What an account is known by at Stripe. */
export interface AccountAtStripe {
  /** Checkout sends it as `metadata.userId` of the subscription. */
  userId: string;
  subscriptionId: string | null;
  customerId: string | null;
}

/**
 * Ids of the subscriptions that are charged, or will be: the stored one, the customer's, and those that checkout made for the
 * account. All are looked for, as the stored one may be over and another one be bought since.
 *
 * The last are found by Stripe's search, whose index is behind: usually by less than a minute, while Stripe has trouble by up to an
 * hour. A subscription that was bought within that time is not found. One that has ended within it is, so each is looked at again.
 * https://docs.stripe.com/search#data-freshness
 * @throws what Stripe's client throws; that an id is unknown there only means that it has no subscription
 */
export async function liveSubscriptions(stripe: Stripe, { userId, subscriptionId, customerId }: AccountAtStripe): Promise<string[]> {
  const [ofCustomer, found] = await Promise.all([
    customerId === null ? [] : orWithout(stripe.subscriptions.list({ customer: customerId, limit: PAGE_SIZE }).autoPagingToArray({ limit: MAX_FOUND }), []),
    stripe.subscriptions.search({ query: `metadata['userId']:'${userId}'`, limit: PAGE_SIZE }).autoPagingToArray({ limit: MAX_FOUND }),
  ]);
  const current = idsOfLive(ofCustomer);
  const toLookAt = [...(subscriptionId === null ? [] : [subscriptionId]), ...idsOfLive(found)].filter((id) => !current.includes(id));
  return [...current, ...idsOfLive(await present(stripe, [...new Set(toLookAt)]))];
}

/** As they are now; what Stripe does not know is left out. */
async function present(stripe: Stripe, ids: readonly string[]): Promise<Stripe.Subscription[]> {
  const all = await Promise.all(ids.map((id) => orWithout(stripe.subscriptions.retrieve(id), undefined)));
  return all.filter((subscription) => subscription !== undefined);
}

function idsOfLive(subscriptions: readonly Stripe.Subscription[]): string[] {
  return subscriptions.filter(({ status }) => !ENDED.has(status)).map(({ id }) => id);
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
