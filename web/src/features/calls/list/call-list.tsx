import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { ListedCall } from '../../../api/types';
import { keepFocus } from '../../../lib/browser/remember-focus';
import { COPY } from '../../../lib/copy';
import { formatNumber, plural } from '../../../lib/format/format';
import { limitMessage } from '../../../lib/messages/server-message';
import { confirmAndDownload } from '../../../lib/session/identity-confirmation';
import { useUser } from '../../../lib/session/session';
import { Button, ButtonLink } from '../../../ui/buttons/button';
import { LoadMore } from '../../../ui/data/load-more';
import { ROW_ITEM_CLASSES, RowList } from '../../../ui/data/row-list';
import { EmptyState, LoadFailed, RefreshFailed } from '../../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
import { Spinner } from '../../../ui/feedback/spinner';
import { exportPath, isFiltered, toSearchParams, type CallFilters } from '../call-filters';
import { CallRow, CLICKABLE_ROW_CLASSES } from '../components/call-row';
import { matchPath, MatchingSentence } from '../components/matching-sentence';
import { NewCallsAnnouncement } from '../components/new-calls-announcement';
import { NoCalls } from '../components/no-calls';
import type { ListOrigin } from '../list-origin';
import { callListQuery } from './api';

interface CallListProps {
  filters: CallFilters;
  onClear: () => void;
}

export function CallList({ filters, onClear }: CallListProps): ReactNode {
  const user = useUser();
  const {
    data,
    error,
    isError,
    isRefetchError,
    isFetchNextPageError,
    isPlaceholderData,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery(callListQuery(user.accountId, filters));
  const calls = data?.pages.flatMap(({ items }) => items);

  if (calls === undefined || (isPlaceholderData && calls.length === 0))
    return <LoadPlaceholder subject="calls" className="h-96" reason={limitMessage(error)} retry={isError && refetch} />;
  const search = toSearchParams(filters).toString();
  const origin: ListOrigin = { ids: calls.map(({ id }) => id), search: search && `?${search}` };
  const announcement = <NewCallsAnnouncement calls={calls} listKey={isPlaceholderData ? '' : `?${search}`} />;
  if (calls.length === 0)
    return (
      <div>
        {announcement}
        <NoCallsFound filters={filters} onClear={onClear} />
      </div>
    );
  return (
    <div>
      {announcement}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="flex min-h-5 flex-wrap items-center gap-x-2 text-fg-muted">
          {data?.pages[0]?.isSimilar && (
            <span className="text-fg">
              No calls contain these words. Showing calls similar to “{filters.search.trim()}”.
            </span>
          )}
          {hasNextPage ? `Showing the ${formatNumber(calls.length)} most recent` : plural(calls.length, 'call')}
          {isPlaceholderData && (
            <>
              <Spinner />
              <span className="sr-only">Searching</span>
            </>
          )}
        </p>
        <ButtonLink
          href={exportPath(filters)}
          download
          variant="ghost"
          size="sm"
          className="-mr-3 print:hidden"
          onClick={confirmAndDownload}
        >
          <Download aria-hidden />
          Export CSV
        </ButtonLink>
      </div>
      {isRefetchError && <RefreshFailed onRetry={() => void refetch()} className="my-3" />}
      <RowList label={COPY.calls.title} className="-mx-3 mt-1">
        {calls.map((call) => (
          <li key={call.id} className={ROW_ITEM_CLASSES}>
            <Link
              to={matchPath(call)}
              state={origin}
              aria-describedby={call.match ? getSentenceId(call) : undefined}
              className={CLICKABLE_ROW_CLASSES}
            >
              <CallRow
                call={call}
                time={filters.time || 'startedAt'}
                isControl
                {...(call.match && {
                  preview: (
                    <span id={getSentenceId(call)}>
                      <MatchingSentence match={call.match} />
                    </span>
                  ),
                })}
              />
            </Link>
          </li>
        ))}
      </RowList>
      {isFetchNextPageError && (
        <div className="mt-4">
          <LoadFailed subject="more calls" reason={limitMessage(error)} onRetry={() => void fetchNextPage()} />
        </div>
      )}
      {hasNextPage && <LoadMore isLoading={isFetchingNextPage} onLoad={fetchNextPage} />}
    </div>
  );
}

const getSentenceId = ({ id }: ListedCall): string => `found-${id}`;

function NoCallsFound({ filters, onClear }: CallListProps): ReactNode {
  if (!isFiltered(filters)) return <NoCalls />;
  return (
    <EmptyState
      icon={<SearchX />}
      title={COPY.calls.noneFound}
      text="Try fewer words, another spelling or a wider date range."
    >
      <Button ref={keepFocus} variant="outline" onClick={onClear}>
        Clear filters
      </Button>
    </EmptyState>
  );
}
