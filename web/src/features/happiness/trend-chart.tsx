import type { ReactNode } from 'react';

import type { HappinessPeriod } from '../../api/types';
import { describeInterval, formatScore, tooFewCalls } from '../../lib/happiness';
import { formatPeriod } from './format-period';
import { CHART_SIZE, trendPaths, yOf } from './trend-path';

const GRID = [100, 50, 0, -50, -100];

/** The score over time, with the range of each score. Lines and dots are readable without color. */
export function TrendChart({ periods }: { periods: readonly HappinessPeriod[] }): ReactNode {
  const { line, band, points } = trendPaths(periods);
  const width = CHART_SIZE / Math.max(1, periods.length);
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-2">
      <div aria-hidden className="flex h-56 print:h-40 flex-col justify-between text-right text-meta text-fg-subtle">
        {GRID.map((value) => (
          <span key={value} className="-my-2">
            {formatScore(value)}
          </span>
        ))}
      </div>
      <div className="relative h-56 print:h-40">
        <svg
          role="img"
          aria-label={summaryOf(periods)}
          viewBox={`0 0 ${CHART_SIZE} ${CHART_SIZE}`}
          preserveAspectRatio="none"
          className="size-full overflow-visible"
        >
          {GRID.map((value) => (
            <line
              key={value}
              x1={0}
              x2={CHART_SIZE}
              y1={yOf(value)}
              y2={yOf(value)}
              vectorEffect="non-scaling-stroke"
              className={value === 0 ? 'stroke-border-strong' : 'stroke-border'}
            />
          ))}
          <path d={band} className="fill-chart-1/15" />
          <path
            d={line}
            fill="none"
            strokeWidth={2}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className="stroke-chart-1 forced-colors:stroke-[Highlight]"
          />
          {periods.map((period, index) => (
            <rect
              key={period.from}
              x={index * width}
              y={0}
              width={width}
              height={CHART_SIZE}
              className="fill-transparent hover:fill-chart-1/10"
            >
              <title>{describePeriod(period)}</title>
            </rect>
          ))}
        </svg>
        {points.map(({ x, score }) => (
          <span
            key={x}
            aria-hidden
            className="pointer-events-none absolute size-2 -translate-1/2 rounded-full border-2 border-chart-1 bg-surface forced-colors:border-[Highlight]"
            style={{ left: `${x}%`, top: `${yOf(score)}%` }}
          />
        ))}
      </div>
      <div aria-hidden className="col-start-2 flex justify-between gap-2 text-meta text-fg-subtle">
        {[...new Set([periods[0], periods.at(-1)])].map(
          (period) => period && <span key={period.from}>{formatPeriod(period)}</span>,
        )}
      </div>
    </div>
  );
}

function describePeriod(period: HappinessPeriod): string {
  const { score, low, high } = period;
  const figures =
    score === null || low === null || high === null
      ? tooFewCalls(period)
      : `${formatScore(score)}, ${describeInterval({ low, high })}`;
  return `${formatPeriod(period)}: ${figures}`;
}

function summaryOf(periods: readonly HappinessPeriod[]): string {
  const scored = periods.filter((period) => period.score !== null);
  const [first, last] = [scored[0], scored.at(-1)];
  if (!first || !last) return 'Too few calls for a score at any time of this period.';
  const scoreOf = (period: HappinessPeriod): number => period.score ?? 0;
  const best = scored.reduce((most, period) => (scoreOf(period) > scoreOf(most) ? period : most));
  const worst = scored.reduce((least, period) => (scoreOf(period) < scoreOf(least) ? period : least));
  const tell = (period: HappinessPeriod): string => `${formatScore(scoreOf(period))} (${formatPeriod(period)})`;
  return `Score from ${tell(first)} to ${tell(last)}. Highest ${tell(best)}, lowest ${tell(worst)}.`;
}
