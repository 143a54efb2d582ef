import { monthlyPriceCents } from './plans';

describe('monthlyPriceCents', () => {
  it.each([
    ['base', 0, 9_900],
    ['base', 3_000, 9_900],
    ['base', 3_001, 9_904],
    ['base', 4_000, 13_800],
    ['team', 0, 12_900],
    ['team', 10_000, 40_200],
  ] as const)('given the %s plan and %d minutes, returns %d', (plan, minutes, cents) => {
    expect(monthlyPriceCents(plan, minutes)).toBe(cents);
  });
});
