import type { ApiQuery } from '../../api/types';
import { RARE_POLL_MS } from '../constants';
import { accountKey } from '../session/session';
import { getQuery } from './get-query';
import { pollLive } from './poll';

export const bookingsQuery = (accountId: string, filter: ApiQuery<'/api/my/bookings'> = {}) =>
  getQuery(accountKey(accountId, 'bookings', JSON.stringify(filter)), '/api/my/bookings', {
    query: filter,
    ...pollLive(() => RARE_POLL_MS),
    // Shows the previous numbers while other days load, but never another account's.
    placeholderData: (previous, query) => (query?.queryKey[1] === accountId ? previous : undefined),
  });
