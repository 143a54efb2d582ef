import { MIN_SEARCH_LENGTH } from '@ringwell/domain/text/search-length';

import { getQuery } from '../../lib/queries/get-query';
import { accountKey } from '../../lib/session/session';

const MAX_CALLS_FOUND = 12;

export const callSearchQuery = (accountId: string, search: string) =>
  getQuery(accountKey(accountId, 'calls', 'found', search), '/api/calls', {
    query: { search, limit: MAX_CALLS_FOUND },
    enabled: search.length >= MIN_SEARCH_LENGTH,
    staleTime: 0, // calls can arrive at any time
  });
