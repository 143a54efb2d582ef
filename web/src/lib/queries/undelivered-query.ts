import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import { accountKey } from '../session/session';
import { pollLive } from './poll';

// Polls rarely, because counting a large account's messages takes a moment.
const POLL_MS = 60_000;

/** Destinations with undelivered messages in the last 24 hours. Only for owners and managers. */
export const undeliveredQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'undelivered'),
    queryFn: ({ signal }) => unwrap(api.GET('/api/my/undelivered', { signal })),
    staleTime: 0, // messages can fail or be resent at any time
    ...pollLive(() => POLL_MS),
  });
