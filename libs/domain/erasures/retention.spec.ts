import { shortensRetention, shorterRetention } from './retention';

it.each([
  [null, null, null],
  [30, null, 30],
  [null, 90, 90],
  [30, 90, 30],
  [180, 90, 90],
])(
  'for %p days for the account and %p for the installation, the effective retention is %p',
  (account, installation, days) => {
    expect(shorterRetention(account, installation)).toBe(days);
  },
);

it.each([
  [null, null, false],
  [null, 30, true],
  [30, null, false],
  [90, 30, true],
  [30, 90, false],
  [30, 30, false],
])('checks whether a change from %p to %p days shortens the retention: %p', (before, after, expected) => {
  expect(shortensRetention(before, after)).toBe(expected);
});
