import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import { live } from '../../lib/queries/poll';
import { myKey } from '../../lib/session/session';

export const myUsageQuery = (accountId: string) =>
  queryOptions({
    queryKey: myKey(accountId, 'usage'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/my/usage', { signal })),
    ...live(),
  });
