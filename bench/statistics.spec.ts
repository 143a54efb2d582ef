import { jainIndex, median, percentile, slope } from './statistics';

describe('the figures of the bench', () => {
  it('take percentiles from the values that there are', () => {
    const values = [40, 10, 30, 20];
    expect([percentile(values, 0.5), percentile(values, 0.99), percentile([7], 0.01), median([3, 1, 2])]).toEqual([
      20, 40, 7, 2,
    ]);
  });

  it('call equal shares fair and a single winner as unfair as can be', () => {
    expect([jainIndex([5, 5, 5, 5]), jainIndex([1, 0, 0, 0])]).toEqual([1, 0.25]);
  });

  it('find the slope of points that lie on a line', () => {
    expect(
      slope([
        { x: 0, y: 5 },
        { x: 1, y: 7 },
        { x: 2, y: 9 },
      ]),
    ).toBeCloseTo(2);
  });
});
