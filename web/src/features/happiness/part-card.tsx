import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';
import { topicName } from '@ringwell/domain/calls/topic';

import type { Happiness, HappinessFigures } from '../../api/types';
import { agentPath } from '../../lib/paths';
import { DataTable } from '../../ui/data/data-table';
import { Card } from '../../ui/layout/card';
import { callsPath, type CallsFilter } from './calls-link';
import { countColumns } from './count-columns';
import { HAPPINESS_COPY } from './happiness-copy';
import { filterOf as filterOfReport } from './report-filter';

// Wider than on other pages, because the table has six columns.
const CARDS_UNDER_PX = 900;

interface PartCardProps<Row> {
  title: string;
  subtitle?: string;
  report: Happiness;
  rows: readonly Row[];
  /** Shown on request. */
  folded?: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** The page the row links to. Defaults to the row's calls. */
  pathOf?: (row: Row) => string;
  filterOf: (row: Row) => CallsFilter;
}

// Renders nothing without rows.
function PartCard<Row extends HappinessFigures>({ folded = [], subtitle, ...table }: PartCardProps<Row>): ReactNode {
  if (table.rows.length === 0) return null;
  return (
    <Card title={table.title} subtitle={subtitle}>
      <PartTable {...table} />
      {folded.length > 0 && (
        <details className="mt-4">
          <summary className="w-fit cursor-pointer py-1 font-semibold text-fg-muted hover:text-fg">
            {HAPPINESS_COPY.oneCall(folded.length)}
          </summary>
          <PartTable {...table} title={HAPPINESS_COPY.oneCall(folded.length)} rows={folded} />
        </details>
      )}
    </Card>
  );
}

function PartTable<Row extends HappinessFigures>({
  title,
  report,
  rows,
  keyOf,
  nameOf,
  pathOf = (row) => callsPath(report, { ...filterOfReport(report), ...filterOf(row) }),
  filterOf,
}: Omit<PartCardProps<Row>, 'folded' | 'subtitle'>): ReactNode {
  return (
    <DataTable
      caption={title}
      columns={[
        {
          id: 'name',
          header: 'Name',
          card: 'title',
          cell: (row) => (
            <Link
              to={pathOf(row)}
              className="font-semibold text-primary wrap-anywhere underline-offset-2 hover:underline"
            >
              {nameOf(row)}
            </Link>
          ),
        },
        ...countColumns<Row>({
          periodOf: () => report,
          filterOf: (row) => ({ ...filterOfReport(report), ...filterOf(row) }),
          nameOf,
        }),
      ]}
      rows={rows}
      rowKey={keyOf}
      loadingText="Loading"
      empty={null}
      cardsUnderPx={CARDS_UNDER_PX}
    />
  );
}

export function DirectionsCard({ report }: { report: Happiness }): ReactNode {
  return (
    <PartCard
      title="Direction"
      report={report}
      rows={report.directions}
      keyOf={({ direction }) => direction}
      nameOf={({ direction }) => CALL_DIRECTION_NAMES[direction]}
      filterOf={({ direction }) => ({ direction })}
    />
  );
}

export function AgentsCard({ report }: { report: Happiness }): ReactNode {
  const once = report.agents.filter(({ judged, needsReview }) => judged + needsReview === 1);
  const more = report.agents.filter((row) => !once.includes(row));
  const hasOnlySingleCalls = more.length === 0;
  return (
    <PartCard
      title="Agents"
      report={report}
      rows={hasOnlySingleCalls ? report.agents : more}
      folded={hasOnlySingleCalls ? [] : once}
      keyOf={({ agentId }) => agentId}
      nameOf={({ agentName }) => agentName}
      pathOf={({ agentId }) => agentPath(agentId)}
      filterOf={({ agentId: agent }) => ({ agent })}
    />
  );
}

const NAMED_COMPLAINTS = 3;

/** Topics, starting with the most complaints. */
export function TopicsCard({ report }: { report: Happiness }): ReactNode {
  const complaints = report.topics.filter(({ negative }) => negative > 0).slice(0, NAMED_COMPLAINTS);
  return (
    <PartCard
      title="Topics"
      subtitle={complaints.length === 0 ? undefined : HAPPINESS_COPY.complaints(complaints)}
      report={report}
      rows={report.topics}
      keyOf={({ topic }) => topic}
      nameOf={({ topic }) => topicName(topic)}
      filterOf={({ topic }) => ({ topic })}
    />
  );
}
