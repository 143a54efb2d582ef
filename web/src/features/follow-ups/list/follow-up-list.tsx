import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';

import { COPY } from '../../../lib/copy';
import { useUser } from '../../../lib/session/session';
import { LoadMore } from '../../../ui/data/load-more';
import { RowList } from '../../../ui/data/row-list';
import { LoadFailed, RefreshFailed } from '../../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
import { lazyArea } from '../../../ui/lazy-part';
import type { PerformAction } from '../actions';
import { followUpListQuery } from '../api';
import type { FollowUpFilters } from '../follow-up-filters';
import { FollowUpRow } from './follow-up-row';
import { NewFollowUpsAnnouncement } from './new-follow-ups-announcement';
import { useFocusNextRow } from './use-focus-next-row';
import { useListKeys } from './use-list-keys';

const NoFollowUps = lazyArea(async () => (await import('./no-follow-ups')).NoFollowUps);

interface FollowUpListProps {
  filters: FollowUpFilters;
  onAction: PerformAction | undefined;
  onClear: () => void;
}

export function FollowUpList({ filters, onAction, onClear }: FollowUpListProps): ReactNode {
  const { accountId } = useUser();
  const { data, isError, isRefetchError, isFetchNextPageError, isPlaceholderData, ...query } = useInfiniteQuery(
    followUpListQuery(accountId, filters),
  );
  const container = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const followUps = data?.pages.flatMap((page) => page.followUps) ?? [];
  const listKey = JSON.stringify(filters);
  const { actOnRow, onFocus } = useFocusNextRow(
    container,
    followUps.map(({ id }) => id),
    listKey,
    onAction,
  );
  useListKeys(list, followUps, actOnRow);
  const retry = (): void => void query.refetch();
  if (data === undefined || (isPlaceholderData && followUps.length === 0))
    return <LoadPlaceholder subject="follow-ups" className="h-96" retry={isError && retry} />;
  return (
    <div ref={container} tabIndex={-1} onFocus={onFocus} className="outline-none">
      <NewFollowUpsAnnouncement followUps={followUps} listKey={isPlaceholderData ? '' : listKey} />
      {isRefetchError && <RefreshFailed onRetry={retry} className="mb-3" />}
      {followUps.length === 0 ? (
        <NoFollowUps filters={filters} onClear={onClear} />
      ) : (
        <RowList listRef={list} label={COPY.nav.followUps} className="-mx-3">
          {followUps.map((followUp) => (
            <FollowUpRow key={followUp.id} followUp={followUp} onAction={actOnRow} />
          ))}
        </RowList>
      )}
      {isFetchNextPageError && (
        <div className="mt-4">
          <LoadFailed subject="more follow-ups" onRetry={() => void query.fetchNextPage()} />
        </div>
      )}
      {query.hasNextPage && <LoadMore isLoading={query.isFetchingNextPage} onLoad={() => query.fetchNextPage()} />}
    </div>
  );
}
