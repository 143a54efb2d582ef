import { minuteAllowance, reachedNoticeLevels } from './usage-notice-levels';

describe('the minutes that an account goes by', () => {
  it.each([
    [
      'a limit that is on',
      { usageLimitEnabled: true, monthlyMinuteLimit: 500, subscriptionStatus: null },
      { kind: 'limit', minutes: 500 },
    ],
    [
      'a limit before what is included',
      { usageLimitEnabled: true, monthlyMinuteLimit: 5_000, subscriptionStatus: 'active' },
      { kind: 'limit', minutes: 5_000 },
    ],
    [
      'what is included, for subscribers',
      { usageLimitEnabled: false, monthlyMinuteLimit: 500, subscriptionStatus: 'past_due' },
      { kind: 'included', minutes: 3_000 },
    ],
    [
      'none, after the subscription',
      { usageLimitEnabled: false, monthlyMinuteLimit: 500, subscriptionStatus: 'canceled' },
      undefined,
    ],
    ['none, without one', { usageLimitEnabled: false, monthlyMinuteLimit: 500, subscriptionStatus: null }, undefined],
    [
      'none, where the limit lets nothing through',
      { usageLimitEnabled: true, monthlyMinuteLimit: 0, subscriptionStatus: 'active' },
      undefined,
    ],
  ])('are %s', (_what, account, expected) => {
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
  ])('at %d of 1,000 have reached the levels %j', (used, levels) => {
    expect(reachedNoticeLevels(used, 1_000)).toEqual(levels);
  });
});
