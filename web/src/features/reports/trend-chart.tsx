import type { ReactNode } from 'react';

import type { Period } from '@ringwell/domain/weekly-letters/report-period';

import type { Happiness, HappinessPeriod } from '../../api/types';
import { describeInterval, formatScore, tooFewCallsText } from '../../lib/format/happiness';
import { callsPath } from './calls-link';
import { formatPeriod } from './format-period';
import { LineChart } from './line-chart';
import { toReportFilter } from './report-filter';
import type { ChartValue } from './trend-path';

/** The score over time, next to the previous period. */
export function TrendChart({ report }: { report: Happiness }): ReactNode {
  const periods = report.trend;
  const summary = describeTrend(periods, { name: 'Score', format: formatScore });
  return (
    <LineChart
      label={`${summary} ${describePreviousPeriod(report)}`}
      periods={periods}
      previousValues={periods.map(({ before }) => before)}
      grid={[100, 50, 0, -50, -100]}
      format={formatScore}
      getTitle={(period) => `${describePeriod(period)}. Previous period: ${describePeriod(period.before)}`}
      getPath={(period) => callsPath(period, toReportFilter(report))}
      legend={[formatPeriod(report), `Previous period: ${formatPeriod(report.before)}`]}
    />
  );
}

function describePeriod(period: HappinessPeriod): string {
  const { score, low, high } = period;
  const figures =
    score === null || low === null || high === null
      ? tooFewCallsText(period)
      : `${formatScore(score)}, ${describeInterval({ low, high })}`;
  return `${formatPeriod(period)}: ${figures}`;
}

interface ChartMetric {
  name: string;
  format: (value: number) => string;
}

export function describeTrend(periods: readonly (Period & ChartValue)[], { name, format }: ChartMetric): string {
  const scoredPeriods = periods.filter((period) => period.score !== null);
  const [first, last] = [scoredPeriods[0], scoredPeriods.at(-1)];
  if (!first || !last) return `Too few calls for a ${name.toLowerCase()} at any time in this period.`;
  const getScore = (period: ChartValue): number => period.score ?? 0;
  const best = scoredPeriods.reduce((highest, period) => (getScore(period) > getScore(highest) ? period : highest));
  const worst = scoredPeriods.reduce((lowest, period) => (getScore(period) < getScore(lowest) ? period : lowest));
  const describe = (period: Period & ChartValue): string => `${format(getScore(period))} (${formatPeriod(period)})`;
  return `${name} from ${describe(first)} to ${describe(last)}. Highest ${describe(best)}, lowest ${describe(worst)}.`;
}

function describePreviousPeriod({ before }: Happiness): string {
  return `Previous period (${formatPeriod(before)}): ${before.score === null ? tooFewCallsText(before) : formatScore(before.score)}.`;
}
