import { DEFAULT_LIMITS } from './account-limits';
import { INCLUDED_MINUTES, type AddOn, type Plan } from './plans';

/** What Stripe says a subscription is. https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const;

const LIVE: ReadonlySet<string> = new Set(['trialing', 'active', 'past_due']);
const ENDED: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);

/** Whether a subscription gives what was bought. A payment that is due takes nothing away until Stripe has given up collecting it. */
export function isLive(status: string | null): boolean {
  return status !== null && LIVE.has(status);
}

/** Whether a subscription is over for good: no payment brings it back. */
export function isEnded(status: string | null): boolean {
  return status !== null && ENDED.has(status);
}

/**
 * How an account with a subscription stands with billing. `pausing` and `resuming`: the account was disabled or
 * enabled, and Stripe does not know yet. `canceling`: an administrator has begun to cancel the subscription.
 */
export const BILLING_STATES = ['charged', 'pausing', 'paused', 'resuming', 'canceling'] as const;
export type BillingState = (typeof BILLING_STATES)[number];

/** A subscription as it is at Stripe now. */
export interface Subscription {
  id: string;
  customerId: string;
  /** One of `SUBSCRIPTION_STATUSES`, or one that Stripe has added since. */
  status: string;
  plan: Plan;
  /** The chats that were bought. */
  addOns: AddOn[];
  createdAt: Date;
  /** The month that is being paid for, to the second. */
  periodStart: Date;
  periodEnd: Date | null;
  /** Later months begin on the day of the month and at the time of this. */
  billingAnchor: Date;
  /**
   * Who has Stripe void its invoices instead of collecting them: the product, for a disabled account, or an operator in
   * Stripe's dashboard; null while payments are collected. The status does not tell.
   */
  collectionPausedBy: 'product' | 'operator' | null;
}

/** Of an account, what a subscription bears on. */
export interface Subscriber {
  role: 'user' | 'admin';
  status: 'demo' | 'active';
  stripeSubscriptionId: string | null;
  /** Of the stored subscription when it was last looked at; null when it never was. */
  subscriptionStatus: string | null;
  monthlyMinuteLimit: number;
  /** Whether anyone has ever set it. */
  monthlyMinuteLimitChosen: boolean;
  /** When an administrator began to cancel its subscriptions, while the account has not followed yet. */
  cancellationRequestedAt: Date | null;
  collectionPausedAt: Date | null;
}

/** What to change of an account. */
export interface EntitlementChange {
  user: { status?: 'demo' | 'active'; activatedAt?: Date };
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
 * Of all subscriptions of an account, the one that counts: a live one before all others; of several like it the one that is
 * stored, else the newest.
 */
export function leadingSubscription(
  subscriptions: readonly Subscription[],
  storedId: string | null,
): Subscription | undefined {
  const rank = ({ id, status }: Subscription): number =>
    (isLive(status) ? 4 : isEnded(status) ? 0 : 2) + (id === storedId ? 1 : 0);
  return subscriptions.toSorted(
    (one, other) => rank(other) - rank(one) || other.createdAt.getTime() - one.createdAt.getTime(),
  )[0];
}

/**
 * What an account has once its leading subscription is this one. A live one opens the account and brings its add-ons. One that is
 * not live takes both away only if the stored one was live until now: an account that was activated by hand, or an
 * administrator's, stays as it is. One that an administrator has begun to deactivate always follows. A limit
 * that someone has chosen stays.
 * @param lookedAt when Stripe was asked
 */
export function entitlementAfter(account: Subscriber, subscription: Subscription, lookedAt: Date): EntitlementChange {
  const { id, customerId, status, plan, addOns, periodStart, periodEnd, billingAnchor } = subscription;
  const stored = {
    stripeCustomerId: customerId,
    stripeSubscriptionId: id,
    subscriptionStatus: status,
    subscriptionPlan: plan,
    currentPeriodStart: periodStart,
    currentPeriodEnd: periodEnd,
    billingAnchor,
    collectionPausedAt: collectionPausedAt(account, subscription, lookedAt),
  };
  if (isLive(status)) {
    const isNew = !isLive(account.subscriptionStatus);
    const raisesLimit =
      isNew && !account.monthlyMinuteLimitChosen && account.monthlyMinuteLimit === DEFAULT_LIMITS.monthlyMinuteLimit;
    return {
      user: account.status === 'demo' ? { status: 'active', activatedAt: periodStart } : {},
      settings: { ...stored, addOns, ...(raisesLimit && { monthlyMinuteLimit: INCLUDED_MINUTES }) },
    };
  }
  const isCancelled = account.cancellationRequestedAt !== null;
  const wasLive =
    account.stripeSubscriptionId !== null &&
    (account.subscriptionStatus === null || isLive(account.subscriptionStatus));
  if (!isCancelled && (account.role === 'admin' || !wasLive)) return { user: {}, settings: stored };
  return {
    user: account.status === 'active' ? { status: 'demo' } : {},
    settings: { ...stored, addOns: [], ...(isCancelled && { cancellationRequestedAt: null }) },
  };
}

/** As Stripe has it, so that a pause whose response was lost is known, and resumed, all the same. */
function collectionPausedAt(
  { collectionPausedAt: known }: Subscriber,
  { status, collectionPausedBy }: Subscription,
  lookedAt: Date,
): Date | null {
  if (isEnded(status) || collectionPausedBy === null) return null;
  return collectionPausedBy === 'product' ? (known ?? lookedAt) : known;
}
