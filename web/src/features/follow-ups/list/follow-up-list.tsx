import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, type FocusEvent, type ReactNode, type RefObject } from 'react';

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
import { FollowUpRow, ROW_ID_ATTRIBUTE } from './follow-up-row';
import { NewFollowUpsAnnouncement } from './new-follow-ups-announcement';
import { focusRow, useListKeys } from './use-list-keys';

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

interface FocusNextRow {
  /** Calls `onAction`, and remembers the row. */
  actOnRow: PerformAction | undefined;
  /** Event handler for the list. */
  onFocus: (event: FocusEvent<HTMLElement>) => void;
}

/**
 * Moves focus to the next row when the user's action removes a row from the list. Rows removed for other reasons, such
 * as a colleague's change, don't move focus.
 * @param listKey identifies the list. When it changes, for example because of a filter, the row is forgotten.
 */
function useFocusNextRow(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  listKey: string,
  onAction: PerformAction | undefined,
): FocusNextRow {
  const lastRow = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    lastRow.current = null;
  }, [listKey]);
  useEffect(() => {
    const { activeElement } = document;
    const isFocusLost = activeElement === null || activeElement === document.body;
    if (lastRow.current === null || !isFocusLost || ids.includes(lastRow.current.id)) return;
    const rows = [...(list.current?.querySelectorAll(`[${ROW_ID_ATTRIBUTE}]`) ?? [])];
    if (rows.length === 0) list.current?.focus();
    else focusRow(rows[Math.min(lastRow.current.index, rows.length - 1)]);
    lastRow.current = null;
  }, [list, ids]);
  return {
    actOnRow:
      onAction &&
      ((followUp, action) => {
        lastRow.current = { id: followUp.id, index: ids.indexOf(followUp.id) };
        onAction(followUp, action);
      }),
    onFocus: ({ target }) => {
      const id = target.closest(`[${ROW_ID_ATTRIBUTE}]`)?.getAttribute(ROW_ID_ATTRIBUTE);
      if (id !== lastRow.current?.id) lastRow.current = null;
    },
  };
}
