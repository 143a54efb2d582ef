import type { ReactNode } from 'react';

import type { DailyUsage } from '../../api/types';
import { formatMinutes, formatUtcDay } from '../../lib/format/format';
import { ANALYTICS_COPY } from './analytics-copy';
import { areaPath, axisMaximum, CHART_SIZE, toX } from './area-path';

export function AreaChart({ days }: { days: readonly DailyUsage[] }): ReactNode {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return <p className="text-fg-muted">{ANALYTICS_COPY.empty}</p>;
  const minutes = days.map((day) => day.minutes);
  const maximum = axisMaximum(Math.max(...minutes));
  const { line, area } = areaPath(minutes, maximum);
  const middleDay = days[Math.floor(days.length / 2)] ?? first;
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-2">
      <div aria-hidden className="flex h-52 flex-col justify-between text-right text-meta text-fg-subtle">
        {[maximum, maximum / 2, 0].map((value) => (
          <span key={value} className="-my-2">
            {value.toLocaleString('en-US')}
          </span>
        ))}
      </div>
      <svg
        role="img"
        aria-label={chartSummary(days)}
        viewBox={`0 0 ${CHART_SIZE} ${CHART_SIZE}`}
        preserveAspectRatio="none"
        className="h-52 w-full overflow-visible"
      >
        {[0, CHART_SIZE / 2, CHART_SIZE].map((y) => (
          <line
            key={y}
            x1={0}
            x2={CHART_SIZE}
            y1={y}
            y2={y}
            vectorEffect="non-scaling-stroke"
            className="stroke-border"
          />
        ))}
        <path d={area} className="fill-chart-1/15" />
        <path
          d={line}
          fill="none"
          strokeWidth={2}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className="stroke-chart-1 forced-colors:stroke-[Highlight]"
        />
        {days.map(({ day, minutes: dayMinutes }, index) => (
          <rect
            key={day}
            x={toX(index, days.length) - CHART_SIZE / days.length / 2}
            y={0}
            width={CHART_SIZE / days.length}
            height={CHART_SIZE}
            className="fill-transparent hover:fill-chart-1/10"
          >
            <title>{`${formatUtcDay(day)}: ${formatMinutes(dayMinutes)} min`}</title>
          </rect>
        ))}
      </svg>
      <div aria-hidden className="col-start-2 flex justify-between text-meta text-fg-subtle">
        {[first, middleDay, last].map(({ day }, index) => (
          <span key={index}>{formatUtcDay(day)}</span>
        ))}
      </div>
    </div>
  );
}

function chartSummary(days: readonly DailyUsage[]): string {
  const total = days.reduce((sum, { minutes }) => sum + minutes, 0);
  const busiestDay = days.reduce((busiestSoFar, day) => (day.minutes > busiestSoFar.minutes ? day : busiestSoFar));
  const period = `from ${formatUtcDay(days[0]?.day ?? '')} to ${formatUtcDay(days.at(-1)?.day ?? '')}`;
  if (total === 0) return `No processing minutes ${period}.`;
  const peak = `${formatMinutes(busiestDay.minutes)} on ${formatUtcDay(busiestDay.day)}`;
  return `Processing minutes ${period}: ${formatMinutes(total)}, with a peak of ${peak}.`;
}
