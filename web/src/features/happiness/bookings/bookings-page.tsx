import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

import { CALL_DIRECTION_NAMES, CALL_DIRECTIONS, type CallDirection } from '@ringwell/domain/calls/call';

import { PATHS } from '../../../lib/paths';
import { bookingsQuery } from '../../../lib/queries/bookings-query';
import { mySettingsQuery } from '../../../lib/queries/my-settings-query';
import { useUser } from '../../../lib/session/session';
import { ButtonLink } from '../../../ui/buttons/button';
import { cx } from '../../../ui/cx';
import { EmptyState, LoadFailed, RefreshFailed } from '../../../ui/feedback/empty-state';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { Card } from '../../../ui/layout/card';
import { FilterSelect } from '../../calls/components/filter-select';
import { HAPPINESS_COPY } from '../happiness-copy';
import { periodIn, todayIn, type ShownPeriod } from '../period';
import { PeriodFilter } from '../period-filter';
import { BookingAgentsCard, BookingCampaignsCard, BookingHoursCard } from './booked-part-card';
import { BOOKINGS_COPY } from './bookings-copy';
import { RateCard } from './rate-card';
import { RateTrendCard } from './rate-trend-card';
import { WonLeadsCard } from './won-leads-card';

type DirectionFilter = { direction: CallDirection } | Record<string, never>;

/** How many of the account's leads were booked, and why others were not. The URL contains the period and the filter. */
export function BookingsPage(): ReactNode {
  const { accountName, timeZone } = useUser();
  const [params, setParams] = useSearchParams();
  const period = periodIn(params, todayIn(timeZone));
  const direction = CALL_DIRECTIONS.find((each) => each === params.get('direction'));
  const filter: DirectionFilter = direction ? { direction } : {};
  const { from, to, by } = period;
  return (
    <div className="grid grid-cols-1 gap-6 print:[zoom:0.5]">
      <p className="hidden font-display text-title font-bold print:block">
        Bookings, {accountName}
        {direction && `, ${CALL_DIRECTION_NAMES[direction]} calls`}
      </p>
      <div className="flex flex-wrap items-start justify-between gap-3 print:hidden">
        <div className="grid gap-3">
          <PeriodFilter
            period={period}
            onChange={(changed) => {
              const chosen = changed.by ?? params.get('by');
              setParams({ ...changed, ...(chosen !== null && { by: chosen }), ...filter }, { replace: true });
            }}
          />
          <div role="group" aria-label="Filters" className="grid gap-3 md:flex">
            <FilterSelect
              label="Direction"
              allLabel="Inbound & outbound"
              value={direction ?? ''}
              options={CALL_DIRECTIONS.map((each) => [each, CALL_DIRECTION_NAMES[each]])}
              onChange={(chosen) => {
                const kept = [...params].filter(([name]) => name !== 'direction');
                setParams({ ...Object.fromEntries(kept), ...(chosen && { direction: chosen }) }, { replace: true });
              }}
            />
          </div>
        </div>
        <ButtonLink
          href={`/api/my/bookings/export.csv?${new URLSearchParams({ from, to, by, ...filter }).toString()}`}
          download
          variant="outline"
        >
          <Download aria-hidden />
          Export CSV
        </ButtonLink>
      </div>
      <Report period={period} filter={filter} />
    </div>
  );
}

function Report({ period: { from, to, by }, filter }: { period: ShownPeriod; filter: DirectionFilter }): ReactNode {
  const { accountId } = useUser();
  const { data, isError, isRefetchError, isPlaceholderData, refetch } = useQuery(
    bookingsQuery(accountId, { from, to, by, ...filter }),
  );
  const retry = (): void => void refetch();
  if (!data || (isError && isPlaceholderData))
    return isError ? (
      <LoadFailed what="bookings" onRetry={retry} />
    ) : (
      <Skeleton className="h-96 rounded-card" label="Loading bookings" />
    );
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cx('grid grid-cols-1 gap-6 print:gap-3', isPlaceholderData && 'opacity-60')}
    >
      {isRefetchError && <RefreshFailed onRetry={retry} />}
      {data.isRecounting && <p role="status">{HAPPINESS_COPY.recounting}</p>}
      {data.total.leads + data.total.notALead === 0 ? (
        <NoBookings isFiltered={'direction' in filter} />
      ) : (
        <>
          <RateCard report={data} />
          <RateTrendCard report={data} />
          <WonLeadsCard report={data} />
          <BookingAgentsCard report={data} />
          <BookingCampaignsCard report={data} />
          <BookingHoursCard report={data} />
        </>
      )}
    </div>
  );
}

function NoBookings({ isFiltered }: { isFiltered: boolean }): ReactNode {
  const { accountId } = useUser();
  const { data: settings } = useQuery(mySettingsQuery(accountId));
  const { noneFound, noWriter, empty } = BOOKINGS_COPY;
  return (
    <Card>
      <EmptyState
        icon={<CalendarCheck />}
        {...(isFiltered ? noneFound : settings?.hasWriter === false ? noWriter : empty)}
      >
        <ButtonLink to={PATHS.calls} variant="outline">
          See all calls
        </ButtonLink>
      </EmptyState>
    </Card>
  );
}
