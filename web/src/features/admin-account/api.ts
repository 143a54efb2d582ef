import type { AccountError, AccountUsageReport } from '../../api/types';
import { getQuery } from '../../lib/queries/get-query';
import { pollLive } from '../../lib/queries/poll';

/** An account's usage in the last 30 days. */
export const accountUsageQuery = (userId: string) =>
  getQuery(['admin', 'users', userId, 'usage'], '/api/admin/usage/user/{userId}', {
    path: { userId },
    ...pollLive<AccountUsageReport>(),
  });

export const accountErrorsQuery = (userId: string) =>
  getQuery(['admin', 'users', userId, 'errors'], '/api/admin/users/{id}/errors', {
    path: { id: userId },
    ...pollLive<AccountError[]>(),
  });
