import { useState, type ReactNode } from 'react';

import type { BookingPeriod, Bookings } from '../../../api/types';
import { DataTable } from '../../../ui/data/data-table';
import { Card } from '../../../ui/layout/card';
import { callsPath } from '../calls-link';
import { formatPeriod } from '../format-period';
import { LineChart } from '../line-chart';
import { TableToggle } from '../table-toggle';
import { NoLineNotice } from '../trend-card';
import { describeTrend } from '../trend-chart';
import { bookingColumns, toCallsFilter, hasJobs } from './booking-columns';
import { BOOKINGS_COPY, describeRange, tooFewLeads } from './bookings-copy';

const TITLES = { day: 'Rate per Day', week: 'Rate per Week', month: 'Rate per Month' } as const;

const formatRate = (rate: number): string => `${rate}%`;

export function RateTrendCard({ report }: { report: Bookings }): ReactNode {
  const { by, trend } = report;
  const [isTable, setIsTable] = useState(false);
  const hasLine = trend.some(({ rate }) => rate !== null);
  const hasGaps = trend.some(({ rate, leads }) => rate === null && leads > 0);
  const periods = trend.map((step) => ({ ...step, score: step.rate }));
  return (
    <Card title={TITLES[by]} action={<TableToggle isTable={isTable} onChange={setIsTable} />}>
      {isTable ? (
        <DataTable
          caption={TITLES[by]}
          columns={[
            {
              id: 'period',
              header: 'Period',
              card: 'title',
              cell: (step) => <span className="font-semibold">{formatPeriod(step)}</span>,
            },
            ...bookingColumns<BookingPeriod>({
              getPeriod: (step) => step,
              getFilter: () => toCallsFilter(report),
              getName: formatPeriod,
              hasJobs: hasJobs(report),
            }),
          ]}
          rows={trend.toReversed()}
          rowKey={({ from }) => from}
        />
      ) : (
        <>
          {(!hasLine || hasGaps) && (
            <NoLineNotice step={by} text={hasLine ? BOOKINGS_COPY.gaps(by) : BOOKINGS_COPY.noLine(by)} />
          )}
          {hasLine && (
            <LineChart
              label={describeTrend(periods, { name: 'Rate', format: formatRate })}
              periods={periods}
              grid={[100, 75, 50, 25, 0]}
              format={formatRate}
              getTitle={describePeriod}
              getPath={(step) => callsPath(step, { booking: 'lead', ...toCallsFilter(report) })}
            />
          )}
        </>
      )}
    </Card>
  );
}

function describePeriod(step: BookingPeriod): string {
  const { rate, low, high } = step;
  const figures =
    rate === null || low === null || high === null
      ? tooFewLeads(step)
      : `${formatRate(rate)}, ${describeRange({ low, high })}`;
  return `${formatPeriod(step)}: ${figures}`;
}
