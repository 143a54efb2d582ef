import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { Today } from '../../api/types';
import { accountKey } from '../session/session';
import { pollLive } from './poll';

export const todayQuery = (accountId: string) =>
  queryOptions<Today>({
    queryKey: accountKey(accountId, 'follow-ups', 'today', 'waiting'),
    queryFn: ({ signal }) => unwrap(api.GET('/api/follow-ups/today', { signal })),
    ...pollLive(),
  });
