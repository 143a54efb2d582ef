import { queryOptions } from '@tanstack/react-query';

import type { FollowUpKind, FollowUpSection } from '@ringwell/domain/follow-ups/follow-up';

import { api, unwrap } from '../../api/client';
import { accountKey } from '../session/session';
import { pollLive } from './poll';

interface CountFilters {
  section?: FollowUpSection;
  kind?: FollowUpKind;
  assignee?: string;
}

/** How many of an account's customers are waiting for a call. */
export const followUpCountsQuery = (accountId: string, filters: CountFilters = {}) =>
  queryOptions({
    queryKey: accountKey(accountId, 'follow-ups', 'counts', JSON.stringify(filters)),
    queryFn: ({ signal }) => unwrap(api.GET('/api/follow-ups/counts', { params: { query: filters }, signal })),
    staleTime: 0, // calls and colleagues can change them at any time
    ...pollLive(),
    meta: { isShellData: true },
  });
