import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../api/client';
import { live } from './poll';
import { myKey } from './session';

/** Members of an account. */
export const membersQuery = (accountId: string) =>
  queryOptions({
    queryKey: myKey(accountId, 'members'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/my/members', { signal })),
    staleTime: 0, // people join and leave at any time
    ...live(),
  });
