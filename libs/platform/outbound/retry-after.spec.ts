import { parseRetryAfter } from './retry-after';

const NOW = Date.UTC(2026, 0, 1, 12);

describe('parseRetryAfter', () => {
  it.each([
    ['5', 5_000],
    [' 120 ', 120_000],
    ['1.5', 1_500],
    ['0', 0],
    ['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
    ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
    ['99999999', 86_400_000],
    [['7', '8'], 7_000],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
    [null, undefined],
  ])('parses %j as %p ms', (header, expected) => {
    expect(parseRetryAfter(header, NOW)).toBe(expected);
  });
});
