import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import type { paths } from '../../api/schema';
import { pollEvery } from '../../lib/poll';

const PAGE_SIZE = 50;
const POLL_MS = 30_000;

export type ActivityQuery = NonNullable<paths['/api/admin/activity/export.csv']['get']['parameters']['query']>;

export const activityPagesQuery = (filter: ActivityQuery) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'activity', 'pages', filter],
    queryFn: ({ signal, pageParam }) =>
      dataOf(
        api.GET('/api/admin/activity', {
          params: { query: { ...filter, limit: PAGE_SIZE, after: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    placeholderData: (previous) => previous, // keeps the old list while a search loads
    refetchInterval: pollEvery(POLL_MS),
  });

export function exportPath(filter: ActivityQuery): string {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/api/admin/activity/export.csv?${new URLSearchParams(given).toString()}`;
}
