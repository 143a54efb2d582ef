import { minuteAllowance, reachedNoticeLevels } from './usage-notice-levels';

describe('usage notice levels', () => {
  it.each([
    [
      'a limit that is turned on',
      { usageLimitEnabled: true, monthlyMinuteLimit: 500, subscriptionStatus: null },
      { kind: 'limit', minutes: 500 },
    ],
    [
      'a limit rather than the included minutes',
      { usageLimitEnabled: true, monthlyMinuteLimit: 5_000, subscriptionStatus: 'active' },
      { kind: 'limit', minutes: 5_000 },
    ],
    [
      'the included minutes for subscribers',
      { usageLimitEnabled: false, monthlyMinuteLimit: 500, subscriptionStatus: 'past_due' },
      { kind: 'included', minutes: 3_000 },
    ],
    [
      'undefined after the subscription has ended',
      { usageLimitEnabled: false, monthlyMinuteLimit: 500, subscriptionStatus: 'canceled' },
      undefined,
    ],
    [
      'undefined without a subscription',
      { usageLimitEnabled: false, monthlyMinuteLimit: 500, subscriptionStatus: null },
      undefined,
    ],
    [
      'undefined for a limit of 0',
      { usageLimitEnabled: true, monthlyMinuteLimit: 0, subscriptionStatus: 'active' },
      undefined,
    ],
  ])('minuteAllowance returns %s', (_case, account, expected) => {
    expect(minuteAllowance(account)).toEqual(expected);
  });

  it.each([
    [0, []],
    [499.99, []],
    [500, [50]],
    [799.99, [50]],
    [800, [50, 80]],
    [999.99, [50, 80]],
    [1_000, [50, 80, 100]],
    [5_000, [50, 80, 100]],
  ])('given %d of 1,000 minutes, reachedNoticeLevels returns %j', (used, levels) => {
    expect(reachedNoticeLevels(used, 1_000)).toEqual(levels);
  });
});
