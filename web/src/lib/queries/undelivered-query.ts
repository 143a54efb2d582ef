import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import { RARE_POLL_MS } from '../constants';
import { accountKey } from '../session/session';
import { pollLive } from './poll';

/** Destinations with undelivered messages in the last 24 hours. Only for owners and managers. */
export const undeliveredQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'undelivered'),
    queryFn: ({ signal }) => unwrap(api.GET('/api/my/undelivered', { signal })),
    ...pollLive(() => RARE_POLL_MS), // counting a large account's messages takes a moment
  });
