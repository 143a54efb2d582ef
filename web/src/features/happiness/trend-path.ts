import type { HappinessPeriod } from '../../api/types';

/** The chart's coordinates range from 0 to 100, left to right, and from +100 to -100 points, top to bottom. */
export const CHART_SIZE = 100;

interface Point {
  x: number;
  score: number;
  low: number;
  high: number;
}

export interface TrendPaths {
  /** Line through the scores, interrupted by periods without one. */
  line: string;
  /** Band between the bounds of the intervals. */
  band: string;
  points: readonly Point[];
}

export function trendPaths(periods: readonly HappinessPeriod[]): TrendPaths {
  const runs: Point[][] = [[]];
  periods.forEach(({ score, low, high }, index) => {
    if (score === null || low === null || high === null) runs.push([]);
    else runs.at(-1)?.push({ x: toX(index, periods.length), score, low, high });
  });
  const drawn = runs.filter((run) => run.length > 0);
  return { line: drawn.map(lineOf).join(''), band: drawn.map(bandOf).join(''), points: drawn.flat() };
}

/** Center of a period's column. */
export function toX(index: number, count: number): number {
  return round(((index + 0.5) / count) * CHART_SIZE);
}

export function toY(points: number): number {
  return (100 - points) / 2;
}

function lineOf(run: readonly Point[]): string {
  return `M${run.map(({ x, score }) => `${x} ${toY(score)}`).join('L')}`;
}

function bandOf(run: readonly Point[]): string {
  const upper = run.map(({ x, high }) => `${x} ${toY(high)}`);
  const lower = run.toReversed().map(({ x, low }) => `${x} ${toY(low)}`);
  return `M${[...upper, ...lower].join('L')}Z`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
