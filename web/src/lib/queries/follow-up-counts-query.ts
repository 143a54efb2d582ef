import type { ApiQuery } from '../../api/types';
import { accountKey } from '../session/session';
import { getQuery } from './get-query';
import { pollLive } from './poll';

/** How many of an account's customers are waiting for a call. */
export const followUpCountsQuery = (accountId: string, filters: ApiQuery<'/api/follow-ups/counts'> = {}) =>
  getQuery(accountKey(accountId, 'follow-ups', 'counts', JSON.stringify(filters)), '/api/follow-ups/counts', {
    query: filters,
    ...pollLive(),
    meta: { isShellData: true },
  });
