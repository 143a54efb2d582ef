import { getQuery } from '../queries/get-query';
import { accountKey } from '../session/session';

// The account's subscription as Stripe last reported it.
export const subscriptionQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'subscription'), '/api/billing/subscription', { meta: { isShellData: true } });
