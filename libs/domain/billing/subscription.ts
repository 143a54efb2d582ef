import { DEFAULT_MONTHLY_MINUTES } from '../accounts/account-limits';
import { INCLUDED_MINUTES, type AddOn, type Plan } from './plans';

export const LIVE_STATUSES: readonly string[] = ['trialing', 'active', 'past_due'];
const ENDED_STATUSES: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);

/**
 * Whether a subscription entitles its account to the purchased services. An overdue payment doesn't matter until Stripe
 * gives up collecting it.
 */
export function isLive(status: string | null): boolean {
  return status !== null && LIVE_STATUSES.includes(status);
}

/** Whether a subscription has ended for good: no payment can revive it. */
export function isEnded(status: string | null): boolean {
  return status !== null && ENDED_STATUSES.has(status);
}

/**
 * The billing state of an account with a subscription. `pausing` and `resuming`: the account was disabled or enabled,
 * but Stripe hasn't been updated yet. `canceling`: an administrator has started canceling the subscription.
 */
export const BILLING_STATES = ['charged', 'pausing', 'paused', 'resuming', 'canceling'] as const;
export type BillingState = (typeof BILLING_STATES)[number];

export interface Subscription {
  id: string;
  customerId: string;
  /** One of https://docs.stripe.com/api/subscriptions/object#subscription_object-status, or one added since. */
  status: string;
  plan: Plan;
  addOns: AddOn[];
  createdAt: Date;
  periodStart: Date;
  periodEnd: Date | null;
  /** Later billing periods start on the same day of the month, at the same time. */
  billingAnchor: Date;
  /**
   * Who paused payment collection, so that Stripe voids the invoices: the product, because the account is disabled, or
   * an operator in Stripe's dashboard. `null` while payments are collected. The status doesn't reflect a pause.
   */
  collectionPausedBy: 'product' | 'operator' | null;
}

export interface Subscriber {
  role: 'user' | 'admin';
  status: 'demo' | 'active';
  stripeSubscriptionId: string | null;
  /** As of the last check of the stored subscription; `null` before the first one. */
  subscriptionStatus: string | null;
  monthlyMinuteLimit: number;
  monthlyMinuteLimitChosen: boolean;
  /** When an administrator started canceling the subscription; `null` once the account reflects it. */
  cancellationRequestedAt: Date | null;
  collectionPausedAt: Date | null;
}

export interface EntitlementChange {
  account: { status?: 'demo' | 'active'; activatedAt?: Date };
  settings: {
    stripeCustomerId: string;
    stripeSubscriptionId: string;
    subscriptionStatus: string;
    subscriptionPlan: Plan;
    currentPeriodStart: Date;
    currentPeriodEnd: Date | null;
    billingAnchor: Date;
    collectionPausedAt: Date | null;
    cancellationRequestedAt?: null;
    addOns?: AddOn[];
    monthlyMinuteLimit?: number;
  };
}

/**
 * Returns the subscription that determines what an account can use: preferably a live one, then one that hasn't ended.
 * Among equals, the stored one is preferred, then the newest.
 */
export function effectiveSubscription(
  subscriptions: readonly Subscription[],
  storedId: string | null,
): Subscription | undefined {
  const rank = ({ id, status }: Subscription): number =>
    (isLive(status) ? 4 : isEnded(status) ? 0 : 2) + (id === storedId ? 1 : 0);
  return subscriptions.toSorted((a, b) => rank(b) - rank(a) || b.createdAt.getTime() - a.createdAt.getTime())[0];
}

/**
 * Returns the changes that make an account match its subscription. A live subscription activates the account and sets
 * its add-ons. A subscription that isn't live revokes both only if the stored subscription was live, so accounts
 * activated manually and administrators' accounts aren't affected. A cancellation by an administrator always takes
 * effect. Doesn't change a minute limit that someone has set.
 * @param checkedAt when the data was requested from Stripe
 */
export function entitlementChange(account: Subscriber, subscription: Subscription, checkedAt: Date): EntitlementChange {
  const { id, customerId, status, plan, addOns, periodStart, periodEnd, billingAnchor } = subscription;
  const storedFields = {
    stripeCustomerId: customerId,
    stripeSubscriptionId: id,
    subscriptionStatus: status,
    subscriptionPlan: plan,
    currentPeriodStart: periodStart,
    currentPeriodEnd: periodEnd,
    billingAnchor,
    collectionPausedAt: getCollectionPausedAt(account, subscription, checkedAt),
  };
  if (isLive(status)) {
    const isNew = !isLive(account.subscriptionStatus);
    const raisesLimit =
      isNew && !account.monthlyMinuteLimitChosen && account.monthlyMinuteLimit === DEFAULT_MONTHLY_MINUTES;
    return {
      account: account.status === 'demo' ? { status: 'active', activatedAt: periodStart } : {},
      settings: { ...storedFields, addOns, ...(raisesLimit && { monthlyMinuteLimit: INCLUDED_MINUTES }) },
    };
  }
  const isCanceled = account.cancellationRequestedAt !== null;
  const wasLive =
    account.stripeSubscriptionId !== null &&
    (account.subscriptionStatus === null || isLive(account.subscriptionStatus));
  if (!isCanceled && (account.role === 'admin' || !wasLive)) return { account: {}, settings: storedFields };
  return {
    account: account.status === 'active' ? { status: 'demo' } : {},
    settings: { ...storedFields, addOns: [], ...(isCanceled && { cancellationRequestedAt: null }) },
  };
}

// Trusts Stripe, so that a pause is recognized and can be ended even if the response to it was lost.
function getCollectionPausedAt(
  { collectionPausedAt: storedPauseAt }: Subscriber,
  { status, collectionPausedBy }: Subscription,
  checkedAt: Date,
): Date | null {
  if (isEnded(status) || collectionPausedBy === null) return null;
  return collectionPausedBy === 'product' ? (storedPauseAt ?? checkedAt) : storedPauseAt;
}
