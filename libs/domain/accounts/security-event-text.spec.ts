import { describeSecurityEvent } from './security-event-text';

const EVENT = {
  kind: 'sign_in',
  outcome: 'refused',
  method: 'password',
  code: null,
  action: null,
  description: null,
} as const;

describe('describeSecurityEvent', () => {
  it.each([
    [{ code: 'WRONG_PASSWORD' }, 'Tried to sign in with an incorrect password.'],
    [{ method: 'totp', code: 'WRONG_CODE' }, 'Entered the correct password, then an incorrect code.'],
    [{ code: 'SECOND_STEP_MISSING' }, 'Entered the correct password, but never finished the second step.'],
    [{ code: 'RATE_LIMITED' }, 'Tried to sign in too many times.'],
    [{ code: 'MANY_MORE' }, 'Many more sign-in attempts.'],
    [{ code: 'FUTURE_CODE' }, 'Tried to sign in.'],
    [{ kind: 'throttled', code: 'RATE_LIMITED' }, 'Sent too many requests.'],
    [{ kind: 'access_refused', code: 'FOREIGN_ID' }, "Requested another account's record."],
    [
      { kind: 'access_refused', code: 'ACCOUNT_SWITCHED_OFF' },
      'Tried to process calls while call processing is turned off.',
    ],
    [{ outcome: 'succeeded', action: 'Signed in' }, 'Signed in with a password.'],
    [{ outcome: 'succeeded', method: 'link' }, 'Signed in with a link created on the server.'],
    [{ outcome: 'succeeded', method: null }, 'Signed in.'],
    [{ kind: 'rights_changed', outcome: 'succeeded', action: 'User promoted' }, 'User promoted.'],
    [
      { kind: 'rights_changed', outcome: 'succeeded', action: 'User promoted', description: 'Sam was promoted.' },
      'Sam was promoted.',
    ],
  ] as const)('describes %o as: %s', (change, text) =>
    expect(describeSecurityEvent({ ...EVENT, ...change })).toBe(text),
  );
});
