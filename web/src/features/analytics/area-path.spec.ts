import { areaPath, axisMaximum } from './area-path';

it('draws a line through every value and closes the area along the bottom', () => {
  expect(areaPath([0, 10, 5], 10)).toEqual({ line: 'M0 100L50 0L100 50', area: 'M0 100L50 0L100 50L100 100L0 100Z' });
});

it('draws a single value at the left edge', () => {
  expect(areaPath([1], 2).line).toBe('M0 50');
});

it.each([
  [0, 1],
  [0.3, 0.4],
  [1, 1],
  [12, 20],
  [48.5, 60],
  [81, 100],
  [900, 1_000],
])('rounds the axis maximum for %d up to %d', (value, maximum) => {
  expect(axisMaximum(value)).toBeCloseTo(maximum, 9);
});
