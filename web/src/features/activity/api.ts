import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { ApiQuery } from '../../api/types';
import { pollLivePages } from '../../lib/queries/poll';
import { accountKey } from '../../lib/session/session';

const PAGE_SIZE = 50;

type AllActivityFilter = Omit<ApiQuery<'/api/admin/activity'>, 'limit' | 'after'>;
export type ActivityFilter = Omit<ApiQuery<'/api/my/activity'>, 'limit' | 'after'>;

export type ActivityQuery = ReturnType<typeof activityQuery>;

/** All accounts' activity, for administrators. */
export const allActivityQuery = (filter: AllActivityFilter): ActivityQuery =>
  activityQuery(['admin', 'activity', 'pages', filter], '/api/admin/activity', filter);

/** The account's activity, for its owners and managers. */
export const myActivityQuery = (accountId: string, filter: ActivityFilter): ActivityQuery =>
  activityQuery([...accountKey(accountId, 'activity'), filter], '/api/my/activity', filter);

function activityQuery(
  key: readonly unknown[],
  path: '/api/admin/activity' | '/api/my/activity',
  filter: ActivityFilter,
) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ signal, pageParam }) =>
      unwrap(api.GET(path, { params: { query: { ...filter, limit: PAGE_SIZE, after: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    placeholderData: (previous) => previous, // keeps the old list while a search loads
    ...pollLivePages(),
  });
}

export function exportPath(listPath: '/api/admin/activity' | '/api/my/activity', filter: ActivityFilter): string {
  const entries = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${listPath}/export.csv?${new URLSearchParams(entries).toString()}`;
}
