import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import { myKey } from '../session/session';
import { live } from './poll';

/** How many of an account's customers are waiting for a call. */
export const followUpCountsQuery = (accountId: string) =>
  queryOptions({
    queryKey: myKey(accountId, 'follow-ups', 'counts'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/follow-ups/counts', { signal })),
    staleTime: 0, // calls and colleagues change them at any time
    ...live(),
    meta: { isOfShell: true },
  });
