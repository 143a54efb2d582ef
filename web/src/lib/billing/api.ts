import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import { myKey } from '../session';

/** What the account subscribes to, as the payment provider last reported it. */
export const subscriptionQuery = (userId: string) =>
  queryOptions({
    queryKey: myKey(userId, 'subscription'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/billing/subscription', { signal })),
  });
