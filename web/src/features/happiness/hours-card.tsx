import type { ReactNode } from 'react';

import type { Happiness, HappinessFigures } from '../../api/types';
import { plural } from '../../lib/format';
import { formatScore, tooFewCalls } from '../../lib/happiness';
import { cx } from '../../ui/cx';
import { Card } from '../../ui/layout/card';
import { WEEKDAYS } from './happiness-copy';

type HourFigures = Happiness['hours'][number];

/** A table of the week: a column for each hour with calls. The number tells what the color does. */
export function HoursCard({ report: { hours } }: { report: Happiness }): ReactNode {
  if (hours.length === 0) return null;
  const shown = [...new Set(hours.map(({ hour }) => hour))].sort((a, b) => a - b);
  const byTime = new Map(hours.map((figures) => [`${figures.weekday} ${figures.hour}`, figures]));
  return (
    <Card title="Weekday and Hour" subtitle="Score of each hour. In parentheses: calls, where there are too few.">
      <div role="region" aria-label="Weekday and hour" tabIndex={0} className="relative overflow-x-auto">
        <table className="w-full border-separate [border-spacing:0.125rem] text-center text-meta">
          <caption className="sr-only">Score by weekday and hour</caption>
          <thead>
            <tr>
              <th scope="col" className="text-left font-semibold text-fg-subtle">
                Day
              </th>
              {shown.map((hour) => (
                <th key={hour} scope="col" className="min-w-11 py-1 font-semibold whitespace-nowrap text-fg-subtle">
                  {formatHour(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((name, index) => (
              <tr key={name}>
                <th scope="row" className="pr-2 text-left font-semibold whitespace-nowrap">
                  {name}
                </th>
                {shown.map((hour) => (
                  <HourCell key={hour} figures={byTime.get(`${index + 1} ${hour}`)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function HourCell({ figures }: { figures: HourFigures | undefined }): ReactNode {
  if (!figures) return <td className="rounded-chip bg-sunken" />;
  const { score, judged } = figures;
  return (
    <td className={cx('rounded-chip py-1.5', heatOf(figures))}>
      {score === null ? (
        <>
          <span aria-hidden>({judged})</span>
          <span className="sr-only">{tooFewCalls(figures)}</span>
        </>
      ) : (
        <>
          <span className="font-semibold">{formatScore(score)}</span>
          <span className="sr-only"> from {plural(judged, 'call')}</span>
        </>
      )}
    </td>
  );
}

// Colored only where chance hardly explains the mood.
function heatOf({ low, high }: HappinessFigures): string {
  if (low !== null && low > 0) return 'bg-positive-soft text-on-positive-soft';
  if (high !== null && high < 0) return 'bg-negative-soft text-on-negative-soft';
  return 'bg-neutral-soft text-on-neutral-soft';
}

// 9 → 9 AM, 13 → 1 PM
function formatHour(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
}
