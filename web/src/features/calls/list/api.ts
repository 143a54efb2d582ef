import { infiniteQueryOptions, type InfiniteData, type UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../../api/client';
import type { CallPage, SavedFilter } from '../../../api/types';
import { CALL_POLL_MS, LIVE_POLL_MS } from '../../../lib/constants';
import { getQuery } from '../../../lib/queries/get-query';
import { keepPrevious } from '../../../lib/queries/keep-previous';
import { pollLive, pollLivePages } from '../../../lib/queries/poll';
import { useChange } from '../../../lib/queries/use-change';
import { accountKey, userKey, useUser } from '../../../lib/session/session';
import { getCallPollMs } from '../api';
import { toApiFilters, type CallFilters } from '../call-filters';

export const callListQuery = (accountId: string, filters: CallFilters) =>
  infiniteQueryOptions({
    queryKey: accountKey(accountId, 'calls', 'list', JSON.stringify(filters)),
    queryFn: ({ signal, pageParam }) =>
      unwrap(api.GET('/api/calls', { params: { query: { ...toApiFilters(filters), cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...(filters.search === ''
      ? pollLivePages<CallPage>((pages) => getCallPollMs(pages.flatMap(({ items }) => items)), CALL_POLL_MS)
      : pollLive<InfiniteData<CallPage>>(getSearchPollMs)),
    placeholderData: keepPrevious(accountId),
  });

// Each page counts against the search limit. Longer lists poll less often, so each window uses at most five searches
// per minute.
function getSearchPollMs({ pages }: InfiniteData<CallPage>): number {
  return LIVE_POLL_MS * pages.length;
}

const FIELDS_STALE_MS = 60_000;

/** ServiceTitan's data about the account's latest calls, as filter choices. */
export const serviceTitanFieldsQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'service-titan-fields'), '/api/calls/service-titan-words', {
    staleTime: FIELDS_STALE_MS,
  });

export const savedFiltersQuery = (userId: string) =>
  getQuery(userKey(userId, 'saved-filters'), '/api/my/saved-filters');

export function useSaveFilter(): UseMutationResult<SavedFilter, Error, { name: string; filters: CallFilters }> {
  const { id: userId } = useUser();
  return useChange({
    mutationFn: ({ name, filters }) =>
      unwrap(api.POST('/api/my/saved-filters', { body: { name, time: 'startedAt', ...toApiFilters(filters) } })),
    refetch: [savedFiltersQuery(userId).queryKey],
  });
}

export function useDeleteFilter(): UseMutationResult<unknown, Error, string> {
  const { id: userId } = useUser();
  return useChange({
    mutationFn: (id) => api.DELETE('/api/my/saved-filters/{id}', { params: { path: { id } } }),
    refetchAlways: [savedFiltersQuery(userId).queryKey], // another tab may have deleted the filter
  });
}
