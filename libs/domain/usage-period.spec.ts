import { billingPeriod, currentUsagePeriod, usageMinutes, usagePeriodFromAnchor } from './usage-period';

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);

describe('usagePeriodFromAnchor', () => {
  it.each([
    ['2026-01-15', '2026-03-20T10:00:00Z', '2026-03-15', '2026-04-15'],
    ['2026-01-15', '2026-03-14T23:59:59Z', '2026-02-15', '2026-03-15'],
    ['2026-01-15', '2026-03-15T00:00:00Z', '2026-03-15', '2026-04-15'],
    ['2026-01-31', '2026-02-27T12:00:00Z', '2026-01-31', '2026-02-28'],
    ['2026-01-31', '2026-02-28T00:00:00Z', '2026-02-28', '2026-03-31'],
    ['2028-01-30', '2028-02-29T05:00:00Z', '2028-02-29', '2028-03-30'],
    ['2026-05-31', '2027-01-02T00:00:00Z', '2026-12-31', '2027-01-31'],
  ])('activated %s, on %s: %s to %s', (anchor, now, startsAt, endsAt) => {
    expect(usagePeriodFromAnchor(day(anchor), new Date(now))).toEqual({ startsAt: day(startsAt), endsAt: day(endsAt) });
  });
});

describe('currentUsagePeriod', () => {
  const at = (text: string): Date => new Date(text);
  const ACTIVATED = { activatedAt: at('2026-01-03T09:00:00Z'), createdAt: at('2026-01-01T00:00:00Z') };
  const SUBSCRIBED = {
    subscriptionStatus: 'active',
    currentPeriodStart: at('2026-02-20T14:03:07Z'),
    currentPeriodEnd: at('2026-03-20T14:03:07Z'),
    billingAnchor: at('2026-02-20T14:03:07Z'),
  };
  const NONE = { subscriptionStatus: null, currentPeriodStart: null, currentPeriodEnd: null, billingAnchor: null };

  it('is the billing period, to the second, when an account subscribes', () => {
    expect(currentUsagePeriod(ACTIVATED, NONE, at('2026-02-20T14:03:06Z'))).toEqual({
      startsAt: day('2026-02-03'),
      endsAt: day('2026-03-03'),
    });
    expect(currentUsagePeriod(ACTIVATED, SUBSCRIBED, at('2026-02-20T14:03:07Z'))).toEqual({
      startsAt: SUBSCRIBED.currentPeriodStart,
      endsAt: SUBSCRIBED.currentPeriodEnd,
    });
    expect(currentUsagePeriod(ACTIVATED, SUBSCRIBED, at('2026-03-20T14:03:06.999Z')).startsAt).toEqual(
      SUBSCRIBED.currentPeriodStart,
    );
  });

  it('starts the next period on time when Stripe has not reported the renewal yet', () => {
    expect(currentUsagePeriod(ACTIVATED, SUBSCRIBED, at('2026-03-20T14:03:07Z'))).toEqual({
      startsAt: at('2026-03-20T14:03:07Z'),
      endsAt: at('2026-04-20T14:03:07Z'),
    });
  });

  const notLive = ['canceled', 'unpaid', 'incomplete', null];
  it.each(notLive)('counts from the activation when the subscription is %s', (subscriptionStatus) => {
    expect(currentUsagePeriod(ACTIVATED, { ...SUBSCRIBED, subscriptionStatus }, at('2026-02-21T00:00:00Z'))).toEqual({
      startsAt: day('2026-02-03'),
      endsAt: day('2026-03-03'),
    });
  });

  it('counts from the activation until the billing period is known', () => {
    const unknown = { ...NONE, subscriptionStatus: 'active', currentPeriodEnd: SUBSCRIBED.currentPeriodEnd };
    expect(currentUsagePeriod(ACTIVATED, unknown, at('2026-02-21T00:00:00Z'))).toEqual({
      startsAt: day('2026-02-03'),
      endsAt: day('2026-03-03'),
    });
  });

  it('accepts a shorter billing period, such as a trial', () => {
    const trial = {
      ...SUBSCRIBED,
      subscriptionStatus: 'trialing',
      currentPeriodEnd: at('2026-02-27T14:03:07Z'),
      billingAnchor: at('2026-02-27T14:03:07Z'),
    };
    expect(currentUsagePeriod(ACTIVATED, trial, at('2026-02-27T00:00:00Z')).endsAt).toEqual(trial.currentPeriodEnd);
    expect(currentUsagePeriod(ACTIVATED, trial, at('2026-02-28T00:00:00Z'))).toEqual({
      startsAt: trial.currentPeriodEnd,
      endsAt: at('2026-03-27T14:03:07Z'),
    });
  });

  it.each([
    ['2026-02-28T23:59:58Z', '2026-01-31T23:59:59Z', '2026-02-28T23:59:59Z'],
    ['2026-02-28T23:59:59Z', '2026-02-28T23:59:59Z', '2026-03-31T23:59:59Z'],
    ['2026-04-30T23:59:59Z', '2026-04-30T23:59:59Z', '2026-05-31T23:59:59Z'],
    ['2028-02-29T23:59:59Z', '2028-02-29T23:59:59Z', '2028-03-31T23:59:59Z'],
    ['2025-12-31T00:00:00Z', '2025-11-30T23:59:59Z', '2025-12-31T23:59:59Z'],
  ])('starts on the last day of months that are too short for the anchor: %s', (now, startsAt, endsAt) => {
    const anchored = {
      currentPeriodStart: day('2020-01-01'),
      currentPeriodEnd: day('2020-01-02'),
      billingAnchor: at('2026-01-31T23:59:59Z'),
    };
    expect(billingPeriod(anchored, at(now))).toEqual({ startsAt: at(startsAt), endsAt: at(endsAt) });
  });
});

describe('usageMinutes', () => {
  it.each([
    [0, '0.00'],
    [40.4, '0.67'],
    [60, '1.00'],
    [239.9, '4.00'],
    [36_000, '600.00'],
  ])('%d s is %s min', (seconds, minutes) => {
    expect(usageMinutes(seconds)).toBe(minutes);
  });
});
