import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import { accountKey } from '../session/session';

// New calls add agents, but counting a large account's calls takes a moment.
const STALE_MS = 60_000;

/** The agents on an account's calls, busiest first. */
export const agentsQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'agents'),
    queryFn: ({ signal }) => unwrap(api.GET('/api/my/agents', { signal })),
    staleTime: STALE_MS,
  });
