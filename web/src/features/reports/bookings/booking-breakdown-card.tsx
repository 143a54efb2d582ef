import type { ReactNode } from 'react';

import type { BookingFigures, Bookings } from '../../../api/types';
import { formatHour } from '../../../lib/format/week';
import { DataTable, type Column } from '../../../ui/data/data-table';
import { Card } from '../../../ui/layout/card';
import { callsPath, ReportLink, type CallsFilter } from '../calls-link';
import { bookingColumns, hasJobs, toCallsFilter } from './booking-columns';
import { BOOKINGS_COPY } from './bookings-copy';
import { AskedToBookCell } from './share';

interface BookingBreakdownCardProps<Row> {
  title: string;
  subtitle?: string;
  /** Header for the name column. */
  header: string;
  report: Bookings;
  rows: readonly Row[];
  getName: (row: Row) => string;
  /** Returns a filter for the row's calls, also used as the row's key. */
  getFilter: (row: Row) => CallsFilter;
  /** Shown after the standard columns. */
  columns?: readonly Column<Row>[];
}

function BookingBreakdownCard<Row extends BookingFigures>({
  title,
  subtitle,
  header,
  report,
  rows,
  getName,
  getFilter,
  columns = [],
}: BookingBreakdownCardProps<Row>): ReactNode {
  if (rows.length === 0) return null;
  const getRowFilter = (row: Row): CallsFilter => ({ ...toCallsFilter(report), ...getFilter(row) });
  return (
    <Card title={title} subtitle={subtitle}>
      <DataTable
        caption={title}
        columns={[
          {
            id: 'name',
            header,
            card: 'title',
            cell: (row) => (
              <ReportLink to={callsPath(report, { booking: 'lead', ...getRowFilter(row) })} className="wrap-anywhere">
                {getName(row)}
              </ReportLink>
            ),
          },
          ...bookingColumns<Row>({
            getPeriod: () => report,
            getFilter: getRowFilter,
            getName,
            hasJobs: hasJobs(report),
          }),
          ...columns,
        ]}
        rows={rows}
        rowKey={(row) => JSON.stringify(getFilter(row))}
      />
    </Card>
  );
}

/** Bookings by agent. Shows how often the agents asked, if any of them has enough calls. */
export function BookingAgentsCard({ report }: { report: Bookings }): ReactNode {
  const hasAsked = report.agents.some(({ asked }) => asked.rate !== null);
  return (
    <BookingBreakdownCard
      title="Agents"
      header="Agent"
      report={report}
      rows={report.agents}
      getName={({ agentName }) => agentName}
      getFilter={({ agentId: agent }) => ({ agent })}
      columns={
        hasAsked
          ? [
              {
                id: 'asked',
                header: 'Asked to book',
                align: 'end',
                cell: (agent) => <AskedToBookCell report={report} agent={agent} />,
              },
            ]
          : []
      }
    />
  );
}

/** Bookings by ServiceTitan campaign. */
export function BookingCampaignsCard({ report }: { report: Bookings }): ReactNode {
  return (
    <BookingBreakdownCard
      title="Campaigns"
      header="Campaign"
      report={report}
      rows={report.campaigns}
      getName={({ campaign }) => campaign}
      getFilter={({ campaign }) => ({ campaign })}
    />
  );
}

/** Shows only hours with enough leads, because rates based on fewer mostly reflect chance. */
export function BookingHoursCard({ report }: { report: Bookings }): ReactNode {
  return (
    <BookingBreakdownCard
      title="Hours of the Day"
      subtitle={BOOKINGS_COPY.hours}
      header="Hour"
      report={report}
      rows={report.hours.filter(({ rate }) => rate !== null)}
      getName={({ hour }) => formatHour(hour)}
      getFilter={({ hour }) => ({ hour })}
    />
  );
}
