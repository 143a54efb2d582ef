import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import { accountKey } from '../session/session';
import { pollLive } from './poll';

export const membersQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'members'),
    queryFn: ({ signal }) => unwrap(api.GET('/api/my/members', { signal })),
    ...pollLive(),
  });
