import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import { accountKey } from '../session/session';

// The account's subscription as Stripe last reported it.
export const subscriptionQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'subscription'),
    queryFn: ({ signal }) => unwrap(api.GET('/api/billing/subscription', { signal })),
    meta: { isShellData: true },
  });
