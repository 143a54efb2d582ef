import type { ReactNode } from 'react';

import { CALL_DIRECTION_NAMES } from '@ringwell/domain/call';
import { topicName } from '@ringwell/domain/topic';

import type { Happiness, HappinessFigures } from '../../api/types';
import { DataTable } from '../../ui/data/data-table';
import { Card } from '../../ui/layout/card';
import type { CallsFilter } from './calls-link';
import { countColumns } from './count-columns';
import { filterOf as filterOfReport } from './report-filter';

// Wider than on other pages, because the table has six columns.
const CARDS_UNDER_PX = 900;

interface PartCardProps<Row> {
  title: string;
  report: Happiness;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  filterOf: (row: Row) => CallsFilter;
}

// Hidden without rows.
function PartCard<Row extends HappinessFigures>({
  title,
  report,
  rows,
  keyOf,
  nameOf,
  filterOf,
}: PartCardProps<Row>): ReactNode {
  if (rows.length === 0) return null;
  return (
    <Card title={title}>
      <DataTable
        caption={title}
        columns={[
          {
            id: 'name',
            header: 'Name',
            card: 'title',
            cell: (row) => <span className="font-semibold wrap-anywhere">{nameOf(row)}</span>,
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
    </Card>
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
  return (
    <PartCard
      title="Agents"
      report={report}
      rows={report.agents}
      keyOf={({ agentId }) => agentId}
      nameOf={({ agentName }) => agentName}
      filterOf={({ agentId: agent }) => ({ agent })}
    />
  );
}

export function TopicsCard({ report }: { report: Happiness }): ReactNode {
  return (
    <PartCard
      title="Topics"
      report={report}
      rows={report.topics}
      keyOf={({ topic }) => topic}
      nameOf={({ topic }) => topicName(topic)}
      filterOf={({ topic }) => ({ topic })}
    />
  );
}
