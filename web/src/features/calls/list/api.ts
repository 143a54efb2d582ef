import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';

import { api, dataOf } from '../../../api/client';
import type { CallPage } from '../../../api/types';
import { myKey } from '../../../lib/session';
import { ALWAYS_STALE, pollCalls } from '../api';
import { apiFilters, type CallFilters } from '../call-filters';

/** The list, part by part. */
export const callListQuery = (userId: string, filters: CallFilters) =>
  infiniteQueryOptions({
    queryKey: myKey(userId, 'calls', 'list', JSON.stringify(filters)),
    queryFn: ({ signal, pageParam }) =>
      dataOf(api.GET('/api/calls', { params: { query: { ...apiFilters(filters), cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: ALWAYS_STALE,
    refetchInterval: pollCalls(({ pages }: InfiniteData<CallPage>) => pages.flatMap(({ items }) => items)),
    // Under other filters the old list stays until the new one is there, but never under another account.
    placeholderData: (previous, query) => (query?.queryKey[1] === userId ? previous : undefined),
  });
