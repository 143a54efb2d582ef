/** Chart coordinates range from 0 to 100, left to right and top to bottom. */
export const CHART_SIZE = 100;

export interface Scale {
  top: number;
  bottom: number;
}

export const SCORE_SCALE: Scale = { top: 100, bottom: -100 };

/** A period's value and the bounds of its confidence interval, if it has one. */
export interface ChartValue {
  score: number | null;
  low: number | null;
  high: number | null;
}

interface Point {
  x: number;
  score: number;
  low: number;
  high: number;
}

export interface TrendPaths {
  /** Line through the scores, with gaps for periods without one. */
  line: string;
  /** Band between the bounds of the confidence intervals. */
  band: string;
  points: readonly Point[];
}

export function trendPaths(periods: readonly ChartValue[], scale = SCORE_SCALE): TrendPaths {
  const runs: Point[][] = [[]];
  periods.forEach(({ score, low, high }, index) => {
    if (score === null || low === null || high === null) runs.push([]);
    else runs.at(-1)?.push({ x: toX(index, periods.length), score, low, high });
  });
  const nonEmptyRuns = runs.filter((run) => run.length > 0);
  return {
    line: nonEmptyRuns.map((run) => linePath(run, scale)).join(''),
    band: nonEmptyRuns.map((run) => bandPath(run, scale)).join(''),
    points: nonEmptyRuns.flat(),
  };
}

/** Horizontal center of a period's column. */
export function toX(index: number, count: number): number {
  return round(((index + 0.5) / count) * CHART_SIZE);
}

export function toY(value: number, { top, bottom }: Scale): number {
  return ((top - value) * CHART_SIZE) / (top - bottom);
}

function linePath(run: readonly Point[], scale: Scale): string {
  return `M${run.map(({ x, score }) => `${x} ${toY(score, scale)}`).join('L')}`;
}

function bandPath(run: readonly Point[], scale: Scale): string {
  const upperPoints = run.map(({ x, high }) => `${x} ${toY(high, scale)}`);
  const lowerPoints = run.toReversed().map(({ x, low }) => `${x} ${toY(low, scale)}`);
  return `M${[...upperPoints, ...lowerPoints].join('L')}Z`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
