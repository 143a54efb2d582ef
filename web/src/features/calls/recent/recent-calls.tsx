import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import type { RecentCall } from '../../../api/types';
import { RECENT_ITEMS } from '../../../lib/constants';
import { COPY } from '../../../lib/copy';
import { PATHS } from '../../../lib/paths';
import { accountKey, useUser } from '../../../lib/session/session';
import { ButtonLink } from '../../../ui/buttons/button';
import { cx } from '../../../ui/cx';
import { ROW_CLASSES, ROW_ITEM_CLASSES, RowList } from '../../../ui/data/row-list';
import { RefreshFailed } from '../../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
import { Card } from '../../../ui/layout/card';
import { lazyArea } from '../../../ui/lazy-part';
import { recentCallsQuery } from '../api';
import { isInProgress } from '../call-state';
import { CallRow, CLICKABLE_ROW_CLASSES } from '../components/call-row';
import { NewCallsAnnouncement } from '../components/new-calls-announcement';
import { NoCalls } from '../components/no-calls';

const CallDetailsDialog = lazyArea(async () => (await import('../details/call-details-dialog')).CallDetailsDialog);

export function RecentCalls(): ReactNode {
  return (
    <Card
      title={COPY.calls.recent}
      action={
        <ButtonLink to={PATHS.calls} variant="outline" size="sm">
          {COPY.calls.viewAll}
        </ButtonLink>
      }
    >
      <RecentList />
    </Card>
  );
}

function RecentList(): ReactNode {
  const user = useUser();
  const { data, isError, refetch } = useQuery(recentCallsQuery(user.accountId));
  const [openCallId, setOpenCallId] = useState<string | null>(null);
  useRefreshUsage(user.accountId, data?.filter(isInProgress).length ?? 0);
  if (data === undefined) {
    return <LoadPlaceholder subject="calls" className="h-72" retry={isError && refetch} />;
  }
  const calls = data.slice(0, RECENT_ITEMS);
  return (
    <>
      {isError && <RefreshFailed onRetry={() => void refetch()} className="mb-4" />}
      <NewCallsAnnouncement calls={calls} listKey={user.accountId} />
      {calls.length === 0 ? (
        <NoCalls />
      ) : (
        <RowList className="-mx-3 -my-2">
          {calls.map((call) => (
            <li key={call.id} className={ROW_ITEM_CLASSES}>
              {hasDetails(call) ? (
                <button
                  type="button"
                  aria-haspopup="dialog"
                  className={CLICKABLE_ROW_CLASSES}
                  onClick={() => setOpenCallId(call.id)}
                >
                  <CallRow call={call} isControl />
                </button>
              ) : (
                <div className={cx(ROW_CLASSES, 'min-h-11 px-3 py-1.5')}>
                  <CallRow call={call} />
                </div>
              )}
            </li>
          ))}
        </RowList>
      )}
      {openCallId !== null && (
        <CallDetailsDialog
          id={openCallId}
          ids={calls.filter(hasDetails).map(({ id }) => id)}
          onShow={setOpenCallId}
          onClose={() => setOpenCallId(null)}
        />
      )}
    </>
  );
}

// Refetches usage when a call finishes, because it may have used minutes.
function useRefreshUsage(accountId: string, inProgressCount: number): void {
  const client = useQueryClient();
  const lastCount = useRef(inProgressCount);
  useEffect(() => {
    if (inProgressCount < lastCount.current)
      void client.invalidateQueries({ queryKey: accountKey(accountId, 'usage') });
    lastCount.current = inProgressCount;
  }, [client, accountId, inProgressCount]);
}

function hasDetails({ callData }: RecentCall): boolean {
  return callData !== null;
}
