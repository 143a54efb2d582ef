import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import { pollLive } from '../../lib/queries/poll';
import { accountKey } from '../../lib/session/session';

/** For owners only. */
export const invitationsQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'invitations'),
    queryFn: ({ signal }) => unwrap(api.GET('/api/my/invitations', { signal })),
    staleTime: 0, // people can accept them at any time
    ...pollLive(),
  });
