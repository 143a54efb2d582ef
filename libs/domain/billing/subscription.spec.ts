import {
  effectiveSubscription,
  entitlementChange,
  isEnded,
  isLive,
  type EntitlementChange,
  type Subscriber,
  type Subscription,
} from './subscription';

const APRIL = new Date('2026-04-01T00:00:00Z');
const MAY = new Date('2026-05-01T00:00:00Z');
const JUNE = new Date('2026-06-01T00:00:00Z');
const CHECKED_AT = new Date('2026-05-20T12:00:00Z');

const getChange = (account: Subscriber, subscription: Subscription): EntitlementChange =>
  entitlementChange(account, subscription, CHECKED_AT);

const makeSubscription = (facts: Partial<Subscription> = {}): Subscription => ({
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

describe('isLive and isEnded', () => {
  it('classify every status, including unknown ones', () => {
    const knownStatuses = 'incomplete incomplete_expired trialing active past_due canceled unpaid paused'.split(' ');
    const statuses = [null, 'added_later', ...knownStatuses];
    expect(statuses.filter(isLive)).toEqual(['trialing', 'active', 'past_due']);
    expect(statuses.filter(isEnded)).toEqual(['incomplete_expired', 'canceled']);
  });
});

describe('effectiveSubscription', () => {
  const pickEffectiveId = (subscriptions: Subscription[], storedId: string | null): string | undefined =>
    effectiveSubscription(subscriptions, storedId)?.id;
  const [live, pastDue, unpaid, ended] = [
    makeSubscription({ id: 'live' }),
    makeSubscription({ id: 'due', status: 'past_due' }),
    makeSubscription({ id: 'unpaid', status: 'unpaid' }),
    makeSubscription({ id: 'ended', status: 'canceled' }),
  ];

  it('prefers live subscriptions, regardless of their order and of which one is stored', () => {
    for (const subscriptions of [
      [live, unpaid, ended],
      [ended, unpaid, live],
    ])
      for (const { id } of subscriptions) expect(pickEffectiveId(subscriptions, id)).toBe('live');
    expect(pickEffectiveId([ended, unpaid], 'ended')).toBe('unpaid');
  });

  it('breaks ties in favor of the stored subscription, then the newest', () => {
    const newer = makeSubscription({ id: 'newer', createdAt: JUNE });
    expect(pickEffectiveId([pastDue, newer, live], 'due')).toBe('due');
    expect(pickEffectiveId([live, newer, pastDue], null)).toBe('newer');
    expect(pickEffectiveId([], 'sub_1')).toBeUndefined();
  });
});

describe('entitlementChange', () => {
  it.each(['active', 'trialing', 'past_due'])(
    "activates the account with its add-ons and the plan's minutes when the subscription is %s",
    (status) => {
      expect(getChange(DEMO, makeSubscription({ status }))).toEqual({
        account: { status: 'active', activatedAt: MAY },
        settings: { ...STORED, subscriptionStatus: status, addOns: ['slack'], monthlyMinuteLimit: 3_000 },
      });
    },
  );

  it('keeps a changed limit and the date of a manual activation', () => {
    const { account, settings } = getChange({ ...DEMO, status: 'active', monthlyMinuteLimit: 500 }, makeSubscription());
    expect(account).toEqual({});
    expect(settings).not.toHaveProperty('monthlyMinuteLimit');
  });

  it('keeps a limit of 1,000 that was chosen before subscribing', () => {
    const { settings } = getChange({ ...DEMO, monthlyMinuteLimitChosen: true }, makeSubscription());
    expect(settings).not.toHaveProperty('monthlyMinuteLimit');
  });

  it('keeps a limit of 1,000 that was chosen after subscribing', () => {
    expect(getChange({ ...SUBSCRIBED, monthlyMinuteLimit: 1_000 }, makeSubscription()).settings).not.toHaveProperty(
      'monthlyMinuteLimit',
    );
  });

  it.each(['canceled', 'unpaid', 'incomplete_expired', 'paused'])(
    'revokes status and add-ons when the subscription is %s',
    (status) => {
      for (const subscriptionStatus of ['active', 'past_due', null]) {
        expect(getChange({ ...SUBSCRIBED, subscriptionStatus }, makeSubscription({ status }))).toEqual({
          account: { status: 'demo' },
          settings: { ...STORED, subscriptionStatus: status, addOns: [] },
        });
      }
    },
  );

  it.each<[string, Subscriber]>([
    ['an account activated manually without a subscription', { ...DEMO, status: 'active' }],
    ['an account reactivated manually after its subscription', { ...SUBSCRIBED, subscriptionStatus: 'canceled' }],
    ["an administrator's account", { ...SUBSCRIBED, role: 'admin' }],
  ])('keeps the status and add-ons of %s if the subscription is canceled', (_case, account) => {
    expect(getChange(account, makeSubscription({ status: 'canceled' }))).toEqual({
      account: {},
      settings: { ...STORED, subscriptionStatus: 'canceled' },
    });
  });

  it.each<[string, Partial<Subscriber>]>([
    ['its subscription is stored as canceled', { subscriptionStatus: 'canceled' }],
    ['it belongs to an administrator', { role: 'admin' }],
  ])(
    'reverts to demo when the account is being deactivated and the subscription has ended, even if %s',
    (_case, facts) => {
      const account = { ...SUBSCRIBED, ...facts, cancellationRequestedAt: MAY };
      expect(getChange(account, makeSubscription({ status: 'canceled' }))).toEqual({
        account: { status: 'demo' },
        settings: { ...STORED, subscriptionStatus: 'canceled', addOns: [], cancellationRequestedAt: null },
      });
    },
  );

  it('keeps an account active while it is being deactivated and its subscription is still live', () => {
    expect(getChange({ ...SUBSCRIBED, cancellationRequestedAt: MAY }, makeSubscription()).account).toEqual({});
  });

  it('mirrors whether payment collection is paused in Stripe', () => {
    const getPausedAt = (facts: Partial<Subscription>, storedPausedAt: Date | null): Date | null =>
      getChange({ ...SUBSCRIBED, collectionPausedAt: storedPausedAt }, makeSubscription(facts)).settings
        .collectionPausedAt;
    expect(getPausedAt({ collectionPausedBy: 'product' }, MAY)).toEqual(MAY);
    expect(getPausedAt({ collectionPausedBy: 'product', status: 'unpaid' }, MAY)).toEqual(MAY);
    expect(getPausedAt({ collectionPausedBy: 'product' }, null)).toEqual(CHECKED_AT);
    expect(getPausedAt({ collectionPausedBy: 'operator' }, MAY)).toEqual(MAY);
    expect(getPausedAt({ collectionPausedBy: 'operator' }, null)).toBeNull();
    expect(getPausedAt({ collectionPausedBy: null }, MAY)).toBeNull();
    expect(getPausedAt({ collectionPausedBy: 'product', status: 'canceled' }, MAY)).toBeNull();
  });
});
