import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import { accountKey } from '../../lib/session/session';

// The API rejects shorter searches.
const MIN_SEARCH_LENGTH = 2;
const MAX_CALLS_FOUND = 12;

export const callSearchQuery = (accountId: string, search: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'calls', 'found', search),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/calls', { params: { query: { search, limit: MAX_CALLS_FOUND } }, signal })),
    enabled: search.length >= MIN_SEARCH_LENGTH,
    staleTime: 0, // calls can arrive at any time
  });
