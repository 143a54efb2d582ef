/** The smallest value that is at least as large as the given fraction (0 to 1) of the values. */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.ceil(sorted.length * fraction), sorted.length) - 1] ?? NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Jain's fairness index: 1 if all shares are equal, 1/n if a single share has everything. */
export function jainIndex(shares: readonly number[]): number {
  const sum = shares.reduce((total, share) => total + share, 0);
  return sum ** 2 / (shares.length * shares.reduce((total, share) => total + share ** 2, 0));
}

/** Slope of the least-squares line through the points, in units of y per unit of x. */
export function slope(points: readonly { x: number; y: number }[]): number {
  const mean = (getValue: (point: { x: number; y: number }) => number): number =>
    points.reduce((sum, point) => sum + getValue(point), 0) / points.length;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  return (
    points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) /
    points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  );
}

/** Runs work repeatedly. @returns the median duration in milliseconds, excluding the first run */
export async function medianMs(runs: number, work: (run: number) => Promise<unknown>): Promise<number> {
  await work(0);
  const durations: number[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const startedAt = performance.now();
    await work(run);
    durations.push(performance.now() - startedAt);
  }
  return median(durations);
}
