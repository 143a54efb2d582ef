import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import { live } from '../../lib/poll';
import { myKey } from '../../lib/session';

export const myUsageQuery = (userId: string) =>
  queryOptions({
    queryKey: myKey(userId, 'usage'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/my/usage', { signal })),
    ...live(),
  });
