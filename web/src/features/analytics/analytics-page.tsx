import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, CircleAlert, CircleCheck, CircleX, Clock, Users, Webhook, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';

import { engineName } from '@ringwell/domain/calls/engine-name';

import type { AccountUsage, SystemHealth, SystemUsage } from '../../api/types';
import { ANALYTICS_DAYS } from '../../lib/constants';
import { formatMinutes, formatNumber, formatTime, plural } from '../../lib/format/format';
import { systemHealthQuery, systemUsageQuery } from '../../lib/queries/api';
import { cx } from '../../ui/cx';
import { DataTable, type Column } from '../../ui/data/data-table';
import { ModelDownloads } from '../../ui/data/model-downloads';
import { StatCard, StatRow } from '../../ui/data/stat-card';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { ANALYTICS_COPY } from './analytics-copy';
import { accountUsageQuery } from './api';
import { DailyUsageCard } from './daily-usage-card';

const PERIOD = `Last ${ANALYTICS_DAYS} days`;

export function AnalyticsPage(): ReactNode {
  return (
    <div className="grid gap-6">
      <UsageTotals />
      <DailyUsageCard />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <TopAccounts />
        <SystemHealthCard />
      </div>
    </div>
  );
}

function UsageTotals(): ReactNode {
  const { data, isError, refetch } = useQuery(systemUsageQuery('recent'));
  const formatTotal = (key: keyof SystemUsage, format = formatNumber): string | undefined => data && format(data[key]);
  if (isError && !data) return <LoadFailed subject="the numbers" onRetry={() => void refetch()} />;
  return (
    <StatRow>
      <StatCard label="Total Users" value={formatTotal('totalUsers')} note="All time" icon={<Users />} />
      <StatCard
        label="Processing Minutes"
        value={formatTotal('totalMinutes', formatMinutes)}
        note={PERIOD}
        icon={<Clock />}
      />
      <StatCard label="Instance Runs" value={formatTotal('totalInstanceRuns')} note={PERIOD} icon={<Workflow />} />
      <StatCard label="API Calls" value={formatTotal('totalApiCalls')} note={PERIOD} icon={<Webhook />} />
    </StatRow>
  );
}

function TopAccounts(): ReactNode {
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

const APPEARANCES = {
  operational: { Icon: CircleCheck, className: 'text-positive' },
  degraded: { Icon: CircleAlert, className: 'text-accent-text' },
  down: { Icon: CircleX, className: 'text-negative' },
} as const satisfies Record<SystemHealth['status'], unknown>;

// Hides the previous state after a failed refresh, because it may be outdated.
function SystemHealthCard(): ReactNode {
  const { data, isError, refetch } = useQuery(systemHealthQuery);
  return (
    <Card title="System Health">
      {isError ? (
        <LoadFailed subject="system health" onRetry={() => void refetch()} />
      ) : data ? (
        <HealthDetails health={data} />
      ) : (
        <Skeleton className="h-36" label="Loading system health" />
      )}
    </Card>
  );
}

function HealthDetails({
  health: { rows, notes, engines, models, workers, queue, version, checkedAt },
}: {
  health: SystemHealth;
}): ReactNode {
  return (
    <>
      <dl className="divide-y">
        {rows.map(({ name, state, status }) => {
          const { Icon, className } = APPEARANCES[status];
          return (
            <div key={name} className="flex items-center justify-between gap-4 py-3 first:pt-0">
              <dt className="text-fg-muted">{name}</dt>
              <dd className={cx('flex items-center gap-1.5 text-right font-semibold', className)}>
                <Icon aria-hidden className="size-4 shrink-0" />
                {state}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-3 text-meta text-fg-subtle">
        {plural(workers.length, 'worker')}
        {queue && `, ${plural(queue.queued + queue.released, 'call')} waiting, ${queue.running} running`}.
        {engines.transcription.length > 0 && ` Transcribed by ${engines.transcription.map(engineName).join(', ')}.`}{' '}
        Version {version}. Checked at <time dateTime={checkedAt}>{formatTime(new Date(checkedAt))}</time>.
      </p>
      {models.length > 0 && (
        <div className="mt-4">
          <ModelDownloads models={models} />
        </div>
      )}
      {notes.map((note) => (
        <p key={note} className="mt-2 text-meta text-fg-muted">
          {note}
        </p>
      ))}
    </>
  );
}
