import { useQuery } from '@tanstack/react-query';
import { useId, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';

import type { FollowUp } from '../../api/types';
import { COPY } from '../../lib/copy';
import { followUpCountsQuery } from '../../lib/follow-up-counts-query';
import { formatNumber } from '../../lib/format';
import { followUpPath, PATHS } from '../../lib/paths';
import { useUser } from '../../lib/session';
import { ButtonLink } from '../../ui/buttons/button';
import { SteadyList } from '../../ui/data/steady-list';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { isPossible, type Act } from './actions';
import { urgentFollowUpsQuery } from './api';
import { Assignee } from './components/assignee';
import { DueTime } from './components/due-time';
import { TakeButton } from './components/take-button';
import { partyOf } from './follow-up-party';
import { FOLLOW_UPS_COPY } from './follow-ups-copy';
import { useFollowUpActions } from './use-follow-up-actions';

/** The most urgent follow-ups, for the dashboard. */
export function FollowUpsCard(): ReactNode {
  const { accountId } = useUser();
  const { data: counts } = useQuery(followUpCountsQuery(accountId));
  return (
    <Card
      title={COPY.nav.followUps}
      subtitle={counts && summaryOf(counts)}
      action={
        <ButtonLink to={PATHS.followUps} variant="outline" size="sm">
          {COPY.calls.viewAll}
          <span className="sr-only"> follow-ups</span>
        </ButtonLink>
      }
    >
      <UrgentList />
    </Card>
  );
}

function summaryOf({ waiting, overdue }: { waiting: number; overdue: number }): string {
  if (waiting === 0) return FOLLOW_UPS_COPY.caughtUp.text;
  return overdue === 0
    ? `${formatNumber(waiting)} waiting`
    : `${formatNumber(waiting)} waiting, ${formatNumber(overdue)} overdue`;
}

function UrgentList(): ReactNode {
  const { accountId } = useUser();
  const { data, isError, refetch } = useQuery(urgentFollowUpsQuery(accountId));
  const list = useRef<HTMLUListElement>(null);
  const { act, dialog } = useFollowUpActions();
  if (data === undefined)
    return isError ? (
      <LoadFailed what="follow-ups" onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-24" label="Loading follow-ups" />
    );
  if (data.followUps.length === 0) return <p className="font-semibold">{FOLLOW_UPS_COPY.caughtUp.title}</p>;
  return (
    <>
      <SteadyList listRef={list} label="Most urgent" className="-my-3 divide-y">
        {data.followUps.map((followUp) => (
          <UrgentRow key={followUp.id} followUp={followUp} act={act} />
        ))}
      </SteadyList>
      {dialog}
    </>
  );
}

function UrgentRow({ followUp, act }: { followUp: FollowUp; act: Act | undefined }): ReactNode {
  const { id: userId } = useUser();
  const dueId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-60">
        <Link
          to={followUpPath(followUp.id)}
          aria-describedby={dueId}
          className="font-semibold wrap-anywhere underline-offset-4 hover:underline pointer-coarse:py-2.5"
        >
          {partyOf(followUp)}
        </Link>
        <p className="line-clamp-1 text-fg-muted">{followUp.why}</p>
      </div>
      <Assignee followUp={followUp} />
      <DueTime followUp={followUp} id={dueId} />
      {act && isPossible(followUp, 'take', userId) && <TakeButton followUp={followUp} act={act} />}
    </li>
  );
}
