import { jainIndex, median, percentile, slope } from './statistics';

describe('statistics', () => {
  it('returns one of the values as the percentile', () => {
    const values = [40, 10, 30, 20];
    expect([percentile(values, 0.5), percentile(values, 0.99), percentile([7], 0.01), median([3, 1, 2])]).toEqual([
      20, 40, 7, 2,
    ]);
  });

  it('computes a Jain index of 1 for equal shares and 1/n for a single share', () => {
    expect([jainIndex([5, 5, 5, 5]), jainIndex([1, 0, 0, 0])]).toEqual([1, 0.25]);
  });

  it('computes the slope of points on a line', () => {
    expect(
      slope([
        { x: 0, y: 5 },
        { x: 1, y: 7 },
        { x: 2, y: 9 },
      ]),
    ).toBeCloseTo(2);
  });
});
