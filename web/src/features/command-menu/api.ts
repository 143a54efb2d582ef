import { queryOptions } from '@tanstack/react-query';

import { MIN_SEARCH_LENGTH } from '@ringwell/domain/text/search-length';

import { api, unwrap } from '../../api/client';
import { accountKey } from '../../lib/session/session';

const MAX_CALLS_FOUND = 12;

export const callSearchQuery = (accountId: string, search: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'calls', 'found', search),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/calls', { params: { query: { search, limit: MAX_CALLS_FOUND } }, signal })),
    enabled: search.length >= MIN_SEARCH_LENGTH,
    staleTime: 0, // calls can arrive at any time
  });
