import type { ReactNode } from 'react';

import { CALL_LABEL_NAMES } from '@ringwell/domain/calls/call-label';

import type { CustomerDetails } from '../../../api/types';
import { CUSTOMERS_COPY } from '../customers-copy';

type Month = CustomerDetails['months'][number];

const ROWS = [
  { field: 'positive', name: CALL_LABEL_NAMES.positive, fill: 'fill-positive-solid' },
  { field: 'neutral', name: CALL_LABEL_NAMES.neutral, fill: 'fill-neutral-solid' },
  { field: 'negative', name: CALL_LABEL_NAMES.negative, fill: 'fill-negative-solid' },
  { field: 'needsReview', name: CALL_LABEL_NAMES.needs_review, fill: 'fill-fg-subtle' },
] as const;

const BAR_SPACING = 20;
const BAR_WIDTH = 14;
const HEIGHT = 28;

const MONTH_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const formatMonth = ({ month }: Month): string => MONTH_FORMAT.format(new Date(`${month}-01`));

/** One row of bars per label, readable without color. A table has the numbers. */
export function Mood({ months }: { months: readonly Month[] }): ReactNode {
  const rows = ROWS.filter(({ field }) => months.some((month) => month[field] > 0));
  const [first, last] = [months[0], months.at(-1)];
  if (rows.length === 0 || !first || !last) return <p className="text-fg-muted">No labeled calls</p>;
  const maxCount = Math.max(...rows.flatMap(({ field }) => months.map((month) => month[field])));
  return (
    <>
      <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] items-end gap-x-3 gap-y-2">
        {rows.map(({ field, name, fill }) => (
          <div key={field} className="contents">
            <span className="text-meta text-fg-muted">{name}</span>
            <svg
              viewBox={`0 0 ${months.length * BAR_SPACING} ${HEIGHT}`}
              preserveAspectRatio="none"
              className="h-8 w-full border-b forced-colors:[&_rect]:fill-[CanvasText]"
            >
              {months.map((month, index) => {
                const height = (month[field] / maxCount) * HEIGHT;
                return (
                  <rect
                    key={month.month}
                    x={index * BAR_SPACING + (BAR_SPACING - BAR_WIDTH) / 2}
                    y={HEIGHT - height}
                    width={BAR_WIDTH}
                    height={height}
                    className={fill}
                  />
                );
              })}
            </svg>
          </div>
        ))}
        <span />
        <span className="flex justify-between text-meta text-fg-subtle">
          <span>{formatMonth(first)}</span>
          <span>{formatMonth(last)}</span>
        </span>
      </div>
      <details className="mt-3">
        <summary className="cursor-pointer py-1 text-meta font-medium text-fg-muted pointer-coarse:py-3">
          Show as table
        </summary>
        <MoodTable months={months} rows={rows} />
      </details>
    </>
  );
}

function MoodTable({ months, rows }: { months: readonly Month[]; rows: readonly (typeof ROWS)[number][] }): ReactNode {
  return (
    <table className="mt-2 w-full border-collapse text-meta">
      <caption className="sr-only">{CUSTOMERS_COPY.mood.title}</caption>
      <thead>
        <tr className="border-b">
          <th scope="col" className="py-1.5 pr-2 text-left font-semibold">
            Month
          </th>
          {rows.map(({ field, name }) => (
            <th key={field} scope="col" className="px-1 py-1.5 text-right font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month} className="border-b last:border-0">
            <th scope="row" className="py-1.5 pr-2 text-left font-normal whitespace-nowrap">
              {formatMonth(month)}
            </th>
            {rows.map(({ field }) => (
              <td key={field} className="px-1 py-1.5 text-right">
                {month[field]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
