import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { Happiness, HappinessPeriod } from '../../api/types';
import { describeInterval, formatScore, tooFewCalls } from '../../lib/format/happiness';
import { cx } from '../../ui/cx';
import { callsPath } from './calls-link';
import { formatPeriod } from './format-period';
import { filterOf } from './report-filter';
import { CHART_SIZE, trendPaths, toY } from './trend-path';

const GRID = [100, 50, 0, -50, -100];

/**
 * The score over time, with the range of each score, next to the previous period. Lines and dots are readable without
 * color. With a mouse, each point links to its calls; the table has the same links for everyone.
 */
export function TrendChart({ report }: { report: Happiness }): ReactNode {
  const periods = report.trend;
  const { line, band, points } = trendPaths(periods);
  const before = trendPaths(periods.map((period) => period.before));
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
          aria-label={`${summaryOf(periods)} ${describeBefore(report)}`}
          viewBox={`0 0 ${CHART_SIZE} ${CHART_SIZE}`}
          preserveAspectRatio="none"
          className="size-full overflow-visible"
        >
          {GRID.map((value) => (
            <line
              key={value}
              x1={0}
              x2={CHART_SIZE}
              y1={toY(value)}
              y2={toY(value)}
              vectorEffect="non-scaling-stroke"
              className={value === 0 ? 'stroke-border-strong' : 'stroke-border'}
            />
          ))}
          <path d={band} className="fill-chart-1/15" />
          <path
            d={before.line}
            fill="none"
            strokeWidth={2}
            strokeDasharray="5 5"
            vectorEffect="non-scaling-stroke"
            className="stroke-fg-subtle"
          />
          <path
            d={line}
            fill="none"
            strokeWidth={2}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className="stroke-chart-1 forced-colors:stroke-[Highlight]"
          />
        </svg>
        {before.points.map(({ x, score }) => (
          <span
            key={x}
            aria-hidden
            className="pointer-events-none absolute size-1 -translate-1/2 rounded-full bg-fg-subtle"
            style={{ left: `${x}%`, top: `${toY(score)}%` }}
          />
        ))}
        {points.map(({ x, score }) => (
          <span
            key={x}
            aria-hidden
            className="pointer-events-none absolute size-2 -translate-1/2 rounded-full border-2 border-chart-1 bg-surface forced-colors:border-[Highlight]"
            style={{ left: `${x}%`, top: `${toY(score)}%` }}
          />
        ))}
        {periods.map((period, index) => (
          <Link
            key={period.from}
            aria-hidden
            tabIndex={-1}
            to={callsPath(period, filterOf(report))}
            title={`${describePeriod(period)}. Previous period: ${describePeriod(period.before)}`}
            className="absolute inset-y-0 hover:bg-chart-1/10"
            style={{ left: `${index * width}%`, width: `${width}%` }}
          />
        ))}
      </div>
      <div aria-hidden className="col-start-2 flex justify-between gap-2 text-meta text-fg-subtle">
        {[...new Set([periods[0], periods.at(-1)])].map(
          (period) => period && <span key={period.from}>{formatPeriod(period)}</span>,
        )}
      </div>
      <ul aria-hidden className="col-start-2 flex flex-wrap gap-x-5 text-meta text-fg-muted">
        <LegendEntry name={formatPeriod(report)} className="border-chart-1" />
        <LegendEntry
          name={`Previous period: ${formatPeriod(report.before)}`}
          className="border-dashed border-fg-subtle"
        />
      </ul>
    </div>
  );
}

function LegendEntry({ name, className }: { name: string; className: string }): ReactNode {
  return (
    <li className="flex items-center gap-2">
      <span className={cx('w-6 border-t-2', className)} />
      {name}
    </li>
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

function describeBefore({ before }: Happiness): string {
  return `Previous period (${formatPeriod(before)}): ${before.score === null ? tooFewCalls(before) : formatScore(before.score)}.`;
}
