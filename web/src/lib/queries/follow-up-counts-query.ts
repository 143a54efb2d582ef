import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { ApiQuery } from '../../api/types';
import { accountKey } from '../session/session';
import { pollLive } from './poll';

/** How many of an account's customers are waiting for a call. */
export const followUpCountsQuery = (accountId: string, filters: ApiQuery<'/api/follow-ups/counts'> = {}) =>
  queryOptions({
    queryKey: accountKey(accountId, 'follow-ups', 'counts', JSON.stringify(filters)),
    queryFn: ({ signal }) => unwrap(api.GET('/api/follow-ups/counts', { params: { query: filters }, signal })),
    ...pollLive(),
    meta: { isShellData: true },
  });
