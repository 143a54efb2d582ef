import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { Happiness, HappinessFigures } from '../../api/types';
import { plural } from '../../lib/format/format';
import { formatScore } from '../../lib/format/happiness';
import { formatHour, WEEKDAYS } from '../../lib/format/week';
import { cx } from '../../ui/cx';
import { Card } from '../../ui/layout/card';
import { callsPath } from './calls-link';
import { HAPPINESS_COPY } from './happiness-copy';
import { toReportFilter } from './report-filter';

type HourFigures = Happiness['hours'][number];

/** Scores by weekday and hour. Omits hours with too few calls. The colors only repeat the numbers. */
export function HoursCard({ report }: { report: Happiness }): ReactNode {
  const hours = report.hours.filter(({ score }) => score !== null); // other hours have too few calls
  if (hours.length === 0) return null;
  const hoursOfDay = [...new Set(hours.map(({ hour }) => hour))].sort((a, b) => a - b);
  const figuresByTime = new Map(hours.map((figures) => [`${figures.weekday} ${figures.hour}`, figures]));
  return (
    <Card title="Weekday and Hour" subtitle={HAPPINESS_COPY.hours}>
      <div role="region" aria-label="Weekday and hour" tabIndex={0} className="relative overflow-x-auto">
        <table className="w-full border-separate [border-spacing:0.125rem] text-center text-meta">
          <caption className="sr-only">Score by weekday and hour</caption>
          <thead>
            <tr>
              <th scope="col" className="text-left font-semibold text-fg-subtle">
                Day
              </th>
              {hoursOfDay.map((hour) => (
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
                {hoursOfDay.map((hour) => (
                  <HourCell key={hour} report={report} figures={figuresByTime.get(`${index + 1} ${hour}`)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function HourCell({ report, figures }: { report: Happiness; figures: HourFigures | undefined }): ReactNode {
  if (!figures || figures.score === null) return <td className="rounded-chip bg-sunken" />;
  const { score, judged, needsReview, weekday, hour } = figures;
  return (
    <td className={cx('rounded-chip', heatClasses(figures))}>
      <Link
        to={callsPath(report, { ...toReportFilter(report), weekday, hour })}
        className="block min-h-6 rounded-chip py-1.5 underline-offset-2 hover:underline"
      >
        <span className="font-semibold">{formatScore(score)}</span>
        <span className="sr-only"> from {plural(judged, 'call')}</span>
        {needsReview > 0 && <span className="sr-only">, and {plural(needsReview, 'call')} marked Needs a listen</span>}
      </Link>
    </td>
  );
}

// Neutral if the score's interval includes 0.
function heatClasses({ low, high }: HappinessFigures): string {
  if (low !== null && low > 0) return 'bg-positive-soft text-on-positive-soft';
  if (high !== null && high < 0) return 'bg-negative-soft text-on-negative-soft';
  return 'bg-neutral-soft text-on-neutral-soft';
}
