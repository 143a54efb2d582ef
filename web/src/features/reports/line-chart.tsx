import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { Period } from '@ringwell/domain/weekly-letters/report-period';

import { cx } from '../../ui/cx';
import { formatPeriod } from './format-period';
import { CHART_SIZE, trendPaths, toY, type ChartValue } from './trend-path';

interface LineChartProps<Step> {
  /** Text description of the chart. */
  label: string;
  periods: readonly Step[];
  /** Values for the same intervals of the previous period. */
  previousValues?: readonly ChartValue[];
  /** Values of the grid lines, from top to bottom. */
  grid: readonly number[];
  format: (value: number) => string;
  getTitle: (step: Step) => string;
  getPath: (step: Step) => string;
  /** Names of the current and previous periods' lines. */
  legend?: readonly [string, string];
}

/**
 * Charts a metric and its range over time, optionally next to the previous period. Lines and dots are distinguishable
 * without color. Points link to their calls, but only for mouse users. The table has the same links for everyone.
 */
export function LineChart<Step extends Period & ChartValue>(props: LineChartProps<Step>): ReactNode {
  const { label, periods, grid, format, getTitle, getPath, legend } = props;
  const scale = { top: grid[0] ?? 1, bottom: grid.at(-1) ?? 0 };
  const { line, band, points } = trendPaths(periods, scale);
  const previousPaths = trendPaths(props.previousValues ?? [], scale);
  const width = CHART_SIZE / Math.max(1, periods.length);
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-2">
      <div aria-hidden className="flex h-56 print:h-40 flex-col justify-between text-right text-meta text-fg-subtle">
        {grid.map((value) => (
          <span key={value} className="-my-2">
            {format(value)}
          </span>
        ))}
      </div>
      <div className="relative h-56 print:h-40">
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${CHART_SIZE} ${CHART_SIZE}`}
          preserveAspectRatio="none"
          className="size-full overflow-visible"
        >
          {grid.map((value) => (
            <line
              key={value}
              x1={0}
              x2={CHART_SIZE}
              y1={toY(value, scale)}
              y2={toY(value, scale)}
              vectorEffect="non-scaling-stroke"
              className={value === 0 ? 'stroke-border-strong' : 'stroke-border'}
            />
          ))}
          <path d={band} className="fill-chart-1/15" />
          <path
            d={previousPaths.line}
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
        {previousPaths.points.map(({ x, score }) => (
          <span
            key={x}
            aria-hidden
            className="pointer-events-none absolute size-1 -translate-1/2 rounded-full bg-fg-subtle"
            style={{ left: `${x}%`, top: `${toY(score, scale)}%` }}
          />
        ))}
        {points.map(({ x, score }) => (
          <span
            key={x}
            aria-hidden
            className="pointer-events-none absolute size-2 -translate-1/2 rounded-full border-2 border-chart-1 bg-surface forced-colors:border-[Highlight]"
            style={{ left: `${x}%`, top: `${toY(score, scale)}%` }}
          />
        ))}
        {periods.map((period, index) => (
          <Link
            key={period.from}
            aria-hidden
            tabIndex={-1}
            to={getPath(period)}
            title={getTitle(period)}
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
      {legend && (
        <ul aria-hidden className="col-start-2 flex flex-wrap gap-x-5 text-meta text-fg-muted">
          <LegendEntry name={legend[0]} className="border-chart-1" />
          <LegendEntry name={legend[1]} className="border-dashed border-fg-subtle" />
        </ul>
      )}
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
