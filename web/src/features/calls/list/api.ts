import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';

import { api, dataOf } from '../../../api/client';
import type { CallPage } from '../../../api/types';
import { myKey } from '../../../lib/session';
import { ALWAYS_STALE, pollCalls } from '../api';
import { toApiFilters, type CallFilters } from '../call-filters';

export const callListQuery = (userId: string, filters: CallFilters) =>
  infiniteQueryOptions({
    queryKey: myKey(userId, 'calls', 'list', JSON.stringify(filters)),
    queryFn: ({ signal, pageParam }) =>
      dataOf(api.GET('/api/calls', { params: { query: { ...toApiFilters(filters), cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: ALWAYS_STALE,
    refetchInterval: pollCalls(({ pages }: InfiniteData<CallPage>) => pages.flatMap(({ items }) => items)),
    // Keeps the old list while new filters load, but never the list of another account.
    placeholderData: (previous, query) => (query?.queryKey[1] === userId ? previous : undefined),
  });
