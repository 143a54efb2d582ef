import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { AccountError, AccountUsageReport } from '../../api/types';
import { pollLive } from '../../lib/queries/poll';

/** An account's usage in the last 30 days. */
export const accountUsageQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'users', userId, 'usage'],
    queryFn: ({ signal }): Promise<AccountUsageReport> =>
      unwrap(api.GET('/api/admin/usage/user/{userId}', { params: { path: { userId } }, signal })),
    ...pollLive<AccountUsageReport>(),
  });

export const accountErrorsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'users', userId, 'errors'],
    queryFn: ({ signal }): Promise<AccountError[]> =>
      unwrap(api.GET('/api/admin/users/{id}/errors', { params: { path: { id: userId } }, signal })),
    ...pollLive<AccountError[]>(),
  });
