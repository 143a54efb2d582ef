import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import type { ReactNode } from 'react';

import type { AccountUsage } from '../../api/types';
import { ANALYTICS_DAYS } from '../../lib/constants';
import { formatMinutes, formatNumber } from '../../lib/format/format';
import { DataTable, type Column } from '../../ui/data/data-table';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { Card } from '../../ui/layout/card';
import { ANALYTICS_COPY } from './analytics-copy';
import { accountUsageQuery } from './api';

export function TopAccounts(): ReactNode {
  const { data: accounts, isError, refetch } = useQuery(accountUsageQuery);
  const topMinutes = Math.max(0, ...(accounts ?? []).map(({ totalMinutes }) => totalMinutes));
  return (
    <Card title={ANALYTICS_COPY.topAccounts} subtitle={`Last ${ANALYTICS_DAYS} days`}>
      {isError && !accounts ? (
        <LoadFailed subject="accounts" onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption={ANALYTICS_COPY.topAccounts}
          columns={columnsFor(topMinutes)}
          rows={accounts}
          rowKey={({ userId }) => userId}
          loadingText="Loading accounts..."
          empty={
            <EmptyState
              icon={<ChartNoAxesColumn />}
              title={ANALYTICS_COPY.empty}
              text="Processed calls and usage reported by automations show up here."
            />
          }
        />
      )}
    </Card>
  );
}

function columnsFor(topMinutes: number): readonly Column<AccountUsage>[] {
  return [
    { id: 'account', header: 'Account', card: 'title', cell: (account) => <Account {...account} /> },
    {
      id: 'minutes',
      header: 'Total Minutes',
      align: 'end',
      cell: ({ totalMinutes }) => (
        <Minutes minutes={totalMinutes} fractionOfTop={topMinutes > 0 ? totalMinutes / topMinutes : 0} />
      ),
    },
    { id: 'calls', header: 'Total Calls', align: 'end', cell: ({ totalCalls }) => formatNumber(totalCalls) },
    {
      id: 'average',
      header: 'Avg Call Length',
      align: 'end',
      cell: ({ averageCallLength }) => (
        <span className="whitespace-nowrap">{formatMinutes(averageCallLength)} min</span>
      ),
    },
  ];
}

function Account({ userName, userEmail }: AccountUsage): ReactNode {
  return (
    <>
      <p className="font-semibold wrap-anywhere">{userName ?? userEmail ?? 'User'}</p>
      {userName !== null && userEmail !== null && <p className="text-fg-muted wrap-anywhere">{userEmail}</p>}
    </>
  );
}

function Minutes({ minutes, fractionOfTop }: { minutes: number; fractionOfTop: number }): ReactNode {
  return (
    <span className="flex items-center justify-end gap-3">
      <span aria-hidden className="flex h-2 w-20 md:max-lg:hidden">
        <span
          className="rounded-full bg-chart-1 forced-colors:bg-[Highlight]"
          style={{ width: `${fractionOfTop * 100}%` }}
        />
      </span>
      <span className="min-w-16">{formatMinutes(minutes)}</span>
    </span>
  );
}
