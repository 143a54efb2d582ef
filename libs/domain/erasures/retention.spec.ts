import { shortensRetention, shorterRetention } from './retention';

it.each([
  [null, null, null],
  [30, null, 30],
  [null, 90, 90],
  [30, 90, 30],
  [180, 90, 90],
])('with %p days for the account and %p for the installation, is %p', (account, installation, days) => {
  expect(shorterRetention(account, installation)).toBe(days);
});

it.each([
  [null, null, false],
  [null, 30, true],
  [30, null, false],
  [90, 30, true],
  [30, 90, false],
  [30, 30, false],
])('a change from %p to %p days shortens: %p', (before, after, expected) => {
  expect(shortensRetention(before, after)).toBe(expected);
});
