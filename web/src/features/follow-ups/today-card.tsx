import { useQuery } from '@tanstack/react-query';
import { PartyPopper, PhoneForwarded } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Link } from 'react-router';

import type { Today } from '../../api/types';
import { COPY } from '../../lib/copy';
import { plural } from '../../lib/format/format';
import { PATHS, settingsPath } from '../../lib/paths';
import { todayQuery } from '../../lib/queries/api';
import { useUser } from '../../lib/session/session';
import { ButtonLink } from '../../ui/buttons/button';
import { RowList } from '../../ui/data/row-list';
import { RefreshFailed } from '../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Card } from '../../ui/layout/card';
import { FollowUpRow } from './list/follow-up-row';
import { NewFollowUpsAnnouncement } from './list/new-follow-ups-announcement';
import { OlderFollowUps } from './list/older-follow-ups';
import { useListKeys } from './list/use-list-keys';
import { useFollowUpActions } from './use-follow-up-actions';

const MAX_FOLLOW_UPS_SHOWN = 8;

/** The dashboard's list of customers to call: danger, unhappy, leads, promises, voicemails. */
export function TodayCard(): ReactNode {
  const { accountId } = useUser();
  const { data, isError, refetch } = useQuery(todayQuery(accountId));
  return (
    <Card
      title={COPY.nav.today}
      subtitle={data?.progress === null ? summarizeToday(data) : undefined}
      action={
        <ButtonLink to={PATHS.followUps} variant="outline" size="sm">
          {COPY.calls.viewAll}
          <span className="sr-only"> follow-ups</span>
        </ButtonLink>
      }
    >
      {data !== undefined ? (
        <>
          {isError && <RefreshFailed onRetry={() => void refetch()} className="mb-3" />}
          <TodayList today={data} />
        </>
      ) : (
        <LoadPlaceholder subject="follow-ups" className="h-24" retry={isError && refetch} />
      )}
    </Card>
  );
}

function summarizeToday({ counts }: Today): string {
  const { today, calledBack } = counts;
  return calledBack === 0
    ? `${plural(today, 'customer')} to call`
    : `${plural(today, 'customer')} to call, ${calledBack} called back`;
}

function TodayList({ today: { followUps, counts, progress, oldestAt, skipped } }: { today: Today }): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const { performAction, dialog } = useFollowUpActions();
  const visibleFollowUps = followUps.slice(0, MAX_FOLLOW_UPS_SHOWN);
  const hiddenCount = counts.today - visibleFollowUps.length;
  useListKeys(list, visibleFollowUps, performAction);
  return (
    <div className="grid grid-cols-1 gap-3">
      <NewFollowUpsAnnouncement followUps={followUps} listKey="today" />
      {progress && (
        <div className="flex items-center gap-3">
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-positive-soft text-on-positive-soft">
            {followUps.length === 0 ? (
              <PartyPopper aria-hidden className="size-5" />
            ) : (
              <PhoneForwarded aria-hidden className="size-5" />
            )}
          </span>
          <div>
            <p className="text-body font-semibold">{progress.title}</p>
            <p className="text-fg-muted">{progress.text}</p>
          </div>
        </div>
      )}
      {followUps.length > 0 && (
        <RowList listRef={list} label="To call" className="-mx-3 -my-1">
          {visibleFollowUps.map((followUp) => (
            <FollowUpRow key={followUp.id} followUp={followUp} onAction={performAction} />
          ))}
        </RowList>
      )}
      {hiddenCount > 0 && (
        <ButtonLink to={PATHS.followUps} variant="ghost" size="sm" className="justify-self-start">
          {`${plural(hiddenCount, 'more customer')} today`}
        </ButtonLink>
      )}
      {counts.older > 0 && <OlderFollowUps count={counts.older} oldestAt={oldestAt} />}
      {skipped && (
        <p className="text-fg-muted">
          {skipped.text}{' '}
          <Link to={settingsPath('calls', 'limits')} className="font-semibold underline underline-offset-2">
            Open Usage Limits
          </Link>
        </p>
      )}
      {dialog}
    </div>
  );
}
