import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import { userKey } from '../session/session';

export const myAccountsQuery = (userId: string) =>
  queryOptions({
    queryKey: userKey(userId, 'accounts'),
    queryFn: ({ signal }) => unwrap(api.GET('/api/my/accounts', { signal })),
    staleTime: 0, // owners rename accounts, and add and remove members, at any time
    meta: { isShellData: true },
  });
