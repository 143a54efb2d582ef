import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import { live } from '../../lib/queries/poll';

export const activityQuery = queryOptions({
  queryKey: ['admin', 'activity'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/admin/activity', { signal })),
  ...live(),
});
