import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { SecurityEventPage } from '../../api/types';
import { pollLivePages } from '../../lib/queries/poll';
import { toApiQuery, type SecurityEventFilters } from './security-event-filters';

export const securityEventsQuery = (filters: SecurityEventFilters) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'security-events', toApiQuery(filters)],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET('/api/admin/security-events', {
          params: { query: { ...toApiQuery(filters), cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (previous) => previous, // keeps the old list while a search loads
    ...pollLivePages<SecurityEventPage>(),
  });

export function exportPath(filters: SecurityEventFilters): string {
  return `/api/admin/security-events/export.csv?${new URLSearchParams(toApiQuery(filters)).toString()}`;
}
