import {
  effectiveSubscription,
  entitlementChange,
  isEnded,
  isLive,
  SUBSCRIPTION_STATUSES,
  type EntitlementChange,
  type Subscriber,
  type Subscription,
} from './subscription';

const APRIL = new Date('2026-04-01T00:00:00Z');
const MAY = new Date('2026-05-01T00:00:00Z');
const JUNE = new Date('2026-06-01T00:00:00Z');
const LOOKED_AT = new Date('2026-05-20T12:00:00Z');

const after = (account: Subscriber, subscription: Subscription): EntitlementChange =>
  entitlementChange(account, subscription, LOOKED_AT);

const subscription = (facts: Partial<Subscription> = {}): Subscription => ({
  id: 'sub_1',
  customerId: 'cus_1',
  status: 'active',
  plan: 'team',
  addOns: ['slack'],
  createdAt: MAY,
  periodStart: MAY,
  periodEnd: JUNE,
  billingAnchor: APRIL,
  collectionPausedBy: null,
  ...facts,
});
const DEMO: Subscriber = {
  role: 'user',
  status: 'demo',
  stripeSubscriptionId: null,
  subscriptionStatus: null,
  monthlyMinuteLimit: 1_000,
  monthlyMinuteLimitChosen: false,
  cancellationRequestedAt: null,
  collectionPausedAt: null,
};
const SUBSCRIBED: Subscriber = {
  ...DEMO,
  status: 'active',
  stripeSubscriptionId: 'sub_1',
  subscriptionStatus: 'active',
  monthlyMinuteLimit: 3_000,
};
const STORED = {
  stripeCustomerId: 'cus_1',
  stripeSubscriptionId: 'sub_1',
  subscriptionPlan: 'team',
  currentPeriodStart: MAY,
  currentPeriodEnd: JUNE,
  billingAnchor: APRIL,
  collectionPausedAt: null,
};

describe('the status of a subscription', () => {
  it('gives what was bought, has ended for good, or is in between', () => {
    expect(SUBSCRIPTION_STATUSES.filter(isLive)).toEqual(['trialing', 'active', 'past_due']);
    expect(SUBSCRIPTION_STATUSES.filter(isEnded)).toEqual(['incomplete_expired', 'canceled']);
    expect([isLive(null), isEnded(null), isLive('invented_since'), isEnded('invented_since')]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('of several subscriptions', () => {
  const leader = (all: Subscription[], storedId: string | null): string | undefined =>
    effectiveSubscription(all, storedId)?.id;
  const [live, due, unpaid, ended] = [
    subscription({ id: 'live' }),
    subscription({ id: 'due', status: 'past_due' }),
    subscription({ id: 'unpaid', status: 'unpaid' }),
    subscription({ id: 'ended', status: 'canceled' }),
  ];

  it('the live one counts, wherever it stands and whichever is stored', () => {
    for (const all of [
      [live, unpaid, ended],
      [ended, unpaid, live],
    ])
      for (const { id } of all) expect(leader(all, id)).toBe('live');
    expect(leader([ended, unpaid], 'ended')).toBe('unpaid');
  });

  it('that are alike, the stored one counts, else the newest', () => {
    const newer = subscription({ id: 'newer', createdAt: JUNE });
    expect(leader([due, newer, live], 'due')).toBe('due');
    expect(leader([live, newer, due], null)).toBe('newer');
    expect(leader([], 'sub_1')).toBeUndefined();
  });
});

describe('an account', () => {
  it.each(['active', 'trialing', 'past_due'])(
    "is opened by a subscription that is %s, with its add-ons and the plan's minutes",
    (status) => {
      expect(after(DEMO, subscription({ status }))).toEqual({
        user: { status: 'active', activatedAt: MAY },
        settings: { ...STORED, subscriptionStatus: status, addOns: ['slack'], monthlyMinuteLimit: 3_000 },
      });
    },
  );

  it('keeps a limit that somebody has set, and the day it was activated by hand', () => {
    const { user, settings } = after({ ...DEMO, status: 'active', monthlyMinuteLimit: 500 }, subscription());
    expect(user).toEqual({});
    expect(settings).not.toHaveProperty('monthlyMinuteLimit');
  });

  it('keeps a limit of 1,000 that was chosen before subscribing', () => {
    const { settings } = after({ ...DEMO, monthlyMinuteLimitChosen: true }, subscription());
    expect(settings).not.toHaveProperty('monthlyMinuteLimit');
  });

  it('keeps a limit of 1,000 that was set after subscribing', () => {
    expect(after({ ...SUBSCRIBED, monthlyMinuteLimit: 1_000 }, subscription()).settings).not.toHaveProperty(
      'monthlyMinuteLimit',
    );
  });

  it.each(['canceled', 'unpaid', 'incomplete_expired', 'paused'])(
    'loses what it had bought when the subscription is %s',
    (status) => {
      for (const subscriptionStatus of ['active', 'past_due', null]) {
        expect(after({ ...SUBSCRIBED, subscriptionStatus }, subscription({ status }))).toEqual({
          user: { status: 'demo' },
          settings: { ...STORED, subscriptionStatus: status, addOns: [] },
        });
      }
    },
  );

  it.each<[string, Subscriber]>([
    ['that never subscribed', { ...DEMO, status: 'active' }],
    [
      'whose subscription had ended before, so that somebody must have activated it since',
      { ...SUBSCRIBED, subscriptionStatus: 'canceled' },
    ],
    ['of an administrator', { ...SUBSCRIBED, role: 'admin' }],
  ])('%s keeps status and add-ons when a subscription ends', (_whose, account) => {
    expect(after(account, subscription({ status: 'canceled' }))).toEqual({
      user: {},
      settings: { ...STORED, subscriptionStatus: 'canceled' },
    });
  });

  it.each<[string, Partial<Subscriber>]>([
    ['its subscription was noted as cancelled', { subscriptionStatus: 'canceled' }],
    ['it belongs to an administrator', { role: 'admin' }],
  ])('reverts to demo when its deactivation was begun and the subscription is over: %s', (_although, facts) => {
    const account = { ...SUBSCRIBED, ...facts, cancellationRequestedAt: MAY };
    expect(after(account, subscription({ status: 'canceled' }))).toEqual({
      user: { status: 'demo' },
      settings: { ...STORED, subscriptionStatus: 'canceled', addOns: [], cancellationRequestedAt: null },
    });
  });

  it('stays active when its deactivation was begun and the subscription is still charged', () => {
    expect(after({ ...SUBSCRIBED, cancellationRequestedAt: MAY }, subscription()).user).toEqual({});
  });

  it('counts as paused as long as Stripe does not collect, whatever was known before', () => {
    const pausedAt = (facts: Partial<Subscription>, known: Date | null): Date | null =>
      after({ ...SUBSCRIBED, collectionPausedAt: known }, subscription(facts)).settings.collectionPausedAt;
    expect(pausedAt({ collectionPausedBy: 'product' }, MAY)).toEqual(MAY);
    expect(pausedAt({ collectionPausedBy: 'product', status: 'unpaid' }, MAY)).toEqual(MAY);
    expect(pausedAt({ collectionPausedBy: 'product' }, null)).toEqual(LOOKED_AT);
    expect(pausedAt({ collectionPausedBy: 'operator' }, MAY)).toEqual(MAY);
    expect(pausedAt({ collectionPausedBy: 'operator' }, null)).toBeNull();
    expect(pausedAt({ collectionPausedBy: null }, MAY)).toBeNull();
    expect(pausedAt({ collectionPausedBy: 'product', status: 'canceled' }, MAY)).toBeNull();
  });
});
