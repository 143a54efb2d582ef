import type { ApiQuery } from '../../api/types';
import { RARE_POLL_MS } from '../constants';
import { accountKey } from '../session/session';
import { getQuery } from './get-query';
import { pollLive } from './poll';

export const happinessQuery = (accountId: string, filter: ApiQuery<'/api/my/happiness'> = {}) =>
  getQuery(accountKey(accountId, 'happiness', JSON.stringify(filter)), '/api/my/happiness', {
    query: filter,
    ...pollLive(() => RARE_POLL_MS),
    // Shows the previous numbers while other days load, but never another account's.
    placeholderData: (previous, query) => (query?.queryKey[1] === accountId ? previous : undefined),
  });
