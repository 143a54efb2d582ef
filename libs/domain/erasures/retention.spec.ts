import { shorterRetention } from './retention';

it.each([
  [null, null, null],
  [30, null, 30],
  [null, 90, 90],
  [30, 90, 30],
  [180, 90, 90],
])(
  'with %p days for the account and %p for the installation, the effective retention is %p',
  (account, installation, days) => {
    expect(shorterRetention(account, installation)).toBe(days);
  },
);
