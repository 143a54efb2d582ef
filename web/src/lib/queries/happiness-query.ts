import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { ApiQuery, Happiness } from '../../api/types';
import { RARE_POLL_MS } from '../constants';
import { accountKey } from '../session/session';
import { pollLive } from './poll';

export const happinessQuery = (accountId: string, filter: ApiQuery<'/api/my/happiness'> = {}) =>
  queryOptions({
    queryKey: accountKey(accountId, 'happiness', JSON.stringify(filter)),
    queryFn: ({ signal }): Promise<Happiness> =>
      unwrap(api.GET('/api/my/happiness', { params: { query: filter }, signal })),
    ...pollLive(() => RARE_POLL_MS),
    // Shows the previous numbers while other days load, but never another account's.
    placeholderData: (previous, query) => (query?.queryKey[1] === accountId ? previous : undefined),
  });
