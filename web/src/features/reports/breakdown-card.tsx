import type { ReactNode } from 'react';

import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';
import { topicName } from '@ringwell/domain/calls/topic';

import type { Happiness, HappinessFigures } from '../../api/types';
import { agentPath } from '../../lib/paths';
import { DataTable } from '../../ui/data/data-table';
import { Card } from '../../ui/layout/card';
import { callsPath, ReportLink, type CallsFilter } from './calls-link';
import { countColumns } from './count-columns';
import { HAPPINESS_COPY } from './happiness-copy';
import { toReportFilter } from './report-filter';

// Wider than on other pages, because the table has six columns.
const CARD_BREAKPOINT_PX = 900;

interface BreakdownCardProps<Row> {
  title: string;
  subtitle?: string;
  report: Happiness;
  rows: readonly Row[];
  /** Rows that start collapsed. */
  extraRows?: readonly Row[];
  getKey: (row: Row) => string;
  getName: (row: Row) => string;
  /** The page the row links to. Defaults to the row's calls. */
  getPath?: (row: Row) => string;
  getFilter: (row: Row) => CallsFilter;
}

function BreakdownCard<Row extends HappinessFigures>({
  extraRows = [],
  subtitle,
  ...table
}: BreakdownCardProps<Row>): ReactNode {
  if (table.rows.length === 0) return null;
  return (
    <Card title={table.title} subtitle={subtitle}>
      <BreakdownTable {...table} />
      {extraRows.length > 0 && (
        <details className="mt-4">
          <summary className="w-fit cursor-pointer py-1 font-semibold text-fg-muted hover:text-fg">
            {HAPPINESS_COPY.oneCall(extraRows.length)}
          </summary>
          <BreakdownTable {...table} title={HAPPINESS_COPY.oneCall(extraRows.length)} rows={extraRows} />
        </details>
      )}
    </Card>
  );
}

function BreakdownTable<Row extends HappinessFigures>({
  title,
  report,
  rows,
  getKey,
  getName,
  getPath = (row) => callsPath(report, { ...toReportFilter(report), ...getFilter(row) }),
  getFilter,
}: Omit<BreakdownCardProps<Row>, 'extraRows' | 'subtitle'>): ReactNode {
  return (
    <DataTable
      caption={title}
      columns={[
        {
          id: 'name',
          header: 'Name',
          card: 'title',
          cell: (row) => (
            <ReportLink to={getPath(row)} className="wrap-anywhere">
              {getName(row)}
            </ReportLink>
          ),
        },
        ...countColumns<Row>({
          getPeriod: () => report,
          getFilter: (row) => ({ ...toReportFilter(report), ...getFilter(row) }),
          getName,
        }),
      ]}
      rows={rows}
      rowKey={getKey}
      cardBreakpointPx={CARD_BREAKPOINT_PX}
    />
  );
}

export function DirectionsCard({ report }: { report: Happiness }): ReactNode {
  return (
    <BreakdownCard
      title="Direction"
      report={report}
      rows={report.directions}
      getKey={({ direction }) => direction}
      getName={({ direction }) => CALL_DIRECTION_NAMES[direction]}
      getFilter={({ direction }) => ({ direction })}
    />
  );
}

export function AgentsCard({ report }: { report: Happiness }): ReactNode {
  const singleCallAgents = report.agents.filter(({ judged, needsReview }) => judged + needsReview === 1);
  const otherAgents = report.agents.filter((row) => !singleCallAgents.includes(row));
  const hasOnlySingleCalls = otherAgents.length === 0;
  return (
    <BreakdownCard
      title="Agents"
      report={report}
      rows={hasOnlySingleCalls ? report.agents : otherAgents}
      extraRows={hasOnlySingleCalls ? [] : singleCallAgents}
      getKey={({ agentId }) => agentId}
      getName={({ agentName }) => agentName}
      getPath={({ agentId }) => agentPath(agentId)}
      getFilter={({ agentId: agent }) => ({ agent })}
    />
  );
}

const MAX_NAMED_COMPLAINTS = 3;

/** Topics, most complaints first. */
export function TopicsCard({ report }: { report: Happiness }): ReactNode {
  const complaints = report.topics.filter(({ negative }) => negative > 0).slice(0, MAX_NAMED_COMPLAINTS);
  return (
    <BreakdownCard
      title="Topics"
      subtitle={complaints.length === 0 ? undefined : HAPPINESS_COPY.complaints(complaints)}
      report={report}
      rows={report.topics}
      getKey={({ topic }) => topic}
      getName={({ topic }) => topicName(topic)}
      getFilter={({ topic }) => ({ topic })}
    />
  );
}
