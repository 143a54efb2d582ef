import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { ApiQuery, Bookings } from '../../api/types';
import { RARE_POLL_MS } from '../constants';
import { accountKey } from '../session/session';
import { pollLive } from './poll';

export const bookingsQuery = (accountId: string, filter: ApiQuery<'/api/my/bookings'> = {}) =>
  queryOptions({
    queryKey: accountKey(accountId, 'bookings', JSON.stringify(filter)),
    queryFn: ({ signal }): Promise<Bookings> =>
      unwrap(api.GET('/api/my/bookings', { params: { query: filter }, signal })),
    ...pollLive(() => RARE_POLL_MS),
    // Shows the previous numbers while other days load, but never another account's.
    placeholderData: (previous, query) => (query?.queryKey[1] === accountId ? previous : undefined),
  });
