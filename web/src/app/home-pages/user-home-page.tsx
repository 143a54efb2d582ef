import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { recentCallsQuery } from '../../features/calls/api';
import { RecentCalls } from '../../features/calls/recent/recent-calls';
import { UsageStats } from '../../features/dashboard/usage-stats';
import { useIsMobile } from '../../lib/browser/use-media-query';
import { plural } from '../../lib/format/format';
import { settingsPath } from '../../lib/paths';
import { todayQuery, undeliveredQuery } from '../../lib/queries/api';
import { useHasRole, useUser } from '../../lib/session/session';
import { cx } from '../../ui/cx';
import { Skeleton } from '../../ui/feedback/skeleton';
import { LazyPart, lazyPart, lazyArea } from '../../ui/lazy-part';

const HappinessCard = lazyPart(async () => (await import('../../features/dashboard/happiness-card')).HappinessCard);
const GetStarted = lazyPart(async () => (await import('./get-started')).GetStarted);
const BasicCallsCard = lazyPart(
  async () => (await import('../../features/calls/components/basic-calls-card')).BasicCallsCard,
);
const TodayCard = lazyArea(
  async () => (await import('../../features/follow-ups/today-card')).TodayCard,
  <Skeleton className="h-44 rounded-card" label="Loading follow-ups" />,
);
const SettingsCard = lazyArea(
  async () => (await import('../../features/settings/settings-card')).SettingsCard,
  <Skeleton className="h-72 rounded-card" label="Loading settings" />,
);
const DemoSandbox = lazyArea(
  async () => (await import('../../features/demo/demo-sandbox')).DemoSandbox,
  <Skeleton className="h-72 rounded-card" label="Loading demo sandbox" />,
);

// Demo accounts see only the sandbox. Before the first call, there are no customers to report on.
export function UserHomePage(): ReactNode {
  const { accountId, status } = useUser();
  const canSetUp = useHasRole('manager');
  const { data: calls } = useQuery({ ...recentCallsQuery(accountId), enabled: status === 'active' });
  const hasNoCalls = calls?.length === 0;
  const today = useQuery({ ...todayQuery(accountId), enabled: status !== 'demo' });
  const undelivered = useQuery({ ...undeliveredQuery(accountId), enabled: canSetUp && status !== 'demo' });
  const isMobile = useIsMobile();
  const failedCount = undelivered.data?.reduce((sum, row) => sum + row.failed, 0) ?? 0;
  if (status === 'demo') {
    return <DemoSandbox />;
  }
  const happiness = !hasNoCalls && (
    <LazyPart
      fallback={
        <Skeleton className={cx('rounded-card', isMobile ? 'h-11.5' : 'h-24')} label="Loading customer happiness" />
      }
    >
      <HappinessCard />
    </LazyPart>
  );
  return (
    <div className="grid grid-cols-1 gap-4 md:gap-6">
      {isMobile && happiness}
      {!hasNoCalls && <TodayCard />}
      {/* Loads in parallel with Today, but appears after it so that Today's rows don't shift it. */}
      <div className="contents" style={today.isPending || undelivered.isLoading ? { visibility: 'hidden' } : undefined}>
        {failedCount > 0 && (
          <Link to={settingsPath('alerts')} className="font-semibold text-negative underline underline-offset-2">
            {plural(failedCount, 'message')} not delivered
          </Link>
        )}
        {!isMobile && happiness}
        {canSetUp && (
          <LazyPart>
            <BasicCallsCard scope="own" />
            <GetStarted />
          </LazyPart>
        )}
        <UsageStats />
        <div className={cx('grid items-start gap-6', canSetUp && 'xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]')}>
          <RecentCalls />
          {canSetUp && <SettingsCard />}
        </div>
      </div>
    </div>
  );
}
