import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import { accountKey } from '../session/session';
import { pollLive } from './poll';

// Polls rarely, because counting a large account's messages takes a moment.
const POLL_MS = 60_000;

/** The account's destinations that missed messages in the last 24 hours, for its owners and managers. */
export const undeliveredQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'undelivered'),
    queryFn: ({ signal }) => unwrap(api.GET('/api/my/undelivered', { signal })),
    ...pollLive(() => POLL_MS),
  });
