import { SKIP_REASONS, skipMessage } from './call';

describe('skipMessage', () => {
  it.each([
    ['too_short', 19.98, 20, 'This call is 19 s long; the minimum is 20 s.'],
    ['too_short', 12, null, SKIP_REASONS.too_short],
    ['too_short', null, 20, SKIP_REASONS.too_short],
    [
      'minute_limit',
      null,
      1_000,
      "You've hit your monthly limit of 1,000 minutes. Raise it in Settings, or wait for the next billing period.",
    ],
    ['no_speech', 30, null, SKIP_REASONS.no_speech],
  ] as const)('explains %s for a call of %s s with the limit %s', (reason, durationSeconds, skipLimit, message) => {
    expect(skipMessage(reason, { durationSeconds, skipLimit })).toBe(message);
  });
});
