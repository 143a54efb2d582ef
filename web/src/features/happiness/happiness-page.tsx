import { useQuery } from '@tanstack/react-query';
import { Download, Smile } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';

import type { Happiness } from '../../api/types';
import { PATHS } from '../../lib/paths';
import { happinessQuery } from '../../lib/queries/happiness-query';
import { useUser } from '../../lib/session/session';
import { ButtonLink } from '../../ui/buttons/button';
import { cx } from '../../ui/cx';
import { EmptyState, LoadFailed, RefreshFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { CallbacksCard } from './callbacks-card';
import { HAPPINESS_COPY } from './happiness-copy';
import { HoursCard } from './hours-card';
import { MomentsCard } from './moments-card';
import { AgentsCard, DirectionsCard, TopicsCard } from './part-card';
import { periodIn, todayIn, type ShownPeriod } from './period';
import { PeriodFilter } from './period-filter';
import { filterIn, type ReportFilter } from './report-filter';
import { ReportFilterBar } from './report-filter-bar';
import { ScoreCard } from './score-card';
import { TrendCard } from './trend-card';

/** How happy the account's customers are over time. The URL contains the period and the filters. Prints on one page. */
export function HappinessPage(): ReactNode {
  const { accountName, timeZone } = useUser();
  const [params, setParams] = useSearchParams();
  const period = periodIn(params, todayIn(timeZone));
  const filter = filterIn(params);
  const changePeriod = (changed: Record<string, string>): void => {
    const by = changed.by ?? params.get('by');
    setParams({ ...changed, ...(by !== null && { by }), ...filter }, { replace: true });
  };
  const changeFilter = (changed: ReportFilter): void => {
    const kept = [...params].filter(([name]) => name !== 'direction' && name !== 'agent');
    setParams({ ...Object.fromEntries(kept), ...changed }, { replace: true });
  };
  return (
    <div className="grid grid-cols-1 gap-6 print:[zoom:0.4]">
      <p className="hidden font-display text-title font-bold print:block">Customer Happiness, {accountName}</p>
      <div className="flex flex-wrap items-start justify-between gap-3 print:hidden">
        <div className="grid gap-3">
          <PeriodFilter period={period} onChange={changePeriod} />
          <ReportFilterBar filter={filter} onChange={changeFilter} />
        </div>
        <ButtonLink href={exportPath(period, filter)} download variant="outline">
          <Download aria-hidden />
          Export CSV
        </ButtonLink>
      </div>
      <Report period={period} filter={filter} />
    </div>
  );
}

function Report({ period: { from, to, by }, filter }: { period: ShownPeriod; filter: ReportFilter }): ReactNode {
  const { accountId } = useUser();
  const { data, isError, isRefetchError, isPlaceholderData, refetch } = useQuery(
    happinessQuery(accountId, { from, to, by, ...filter }),
  );
  const retry = (): void => void refetch();
  if (!data || (isError && isPlaceholderData))
    return isError ? (
      <LoadFailed what="happiness" onRetry={retry} />
    ) : (
      <Skeleton className="h-96 rounded-card" label="Loading happiness" />
    );
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cx('grid grid-cols-1 gap-6 print:gap-3', isPlaceholderData && 'opacity-60')}
    >
      {isRefetchError && <RefreshFailed onRetry={retry} />}
      <PrintedFilter report={data} />
      {data.isRecounting && <p role="status">{HAPPINESS_COPY.recounting}</p>}
      {data.total.judged + data.total.needsReview === 0 ? (
        <NoCalls isFiltered={Object.keys(filter).length > 0} />
      ) : (
        <Figures report={data} />
      )}
    </div>
  );
}

// Replaces the filters in print.
function PrintedFilter({ report: { direction, agent, agents } }: { report: Happiness }): ReactNode {
  // The agent may be listed under another name of the same person.
  const agentName = agent && agents[0]?.agentName;
  const names = [direction && CALL_DIRECTION_NAMES[direction], agentName].filter(Boolean);
  return names.length > 0 && <p className="hidden font-semibold print:block">Only calls of: {names.join(', ')}</p>;
}

function Figures({ report }: { report: Happiness }): ReactNode {
  return (
    <>
      <ScoreCard report={report} />
      <div className="grid grid-cols-1 gap-6 print:grid-cols-2 print:items-start print:gap-3">
        <TrendCard report={report} />
        <TopicsCard report={report} />
      </div>
      <MomentsCard {...HAPPINESS_COPY.moments} moments={report.moments} />
      <CallbacksCard report={report} />
      <div className="grid grid-cols-1 gap-6 print:grid-cols-2 print:items-start print:gap-3">
        <AgentsCard report={report} />
        <DirectionsCard report={report} />
        <HoursCard report={report} />
      </div>
    </>
  );
}

function NoCalls({ isFiltered }: { isFiltered: boolean }): ReactNode {
  return (
    <Card>
      <EmptyState icon={<Smile />} {...(isFiltered ? HAPPINESS_COPY.noneFound : HAPPINESS_COPY.empty)}>
        <ButtonLink to={PATHS.calls} variant="outline">
          See all calls
        </ButtonLink>
      </EmptyState>
    </Card>
  );
}

function exportPath({ from, to, by }: ShownPeriod, filter: ReportFilter): string {
  return `/api/my/happiness/export.csv?${new URLSearchParams({ from, to, by, ...filter }).toString()}`;
}
