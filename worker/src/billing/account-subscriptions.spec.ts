import type { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { StripeEventsRepository } from '@ringwell/database/billing/stripe-events.repository';
import type { SubscriptionsRepository } from '@ringwell/database/billing/subscriptions.repository';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { useStripe } from '@ringwell/testing/use-stripe';

import { AccountSubscriptionsService } from './account-subscriptions.service';

describe('AccountSubscriptionsService', () => {
  const stripe = useStripe();

  it('rethrows database errors unchanged', async () => {
    stripe.subscribe('sub_1', { customer: 'cus_1', metadata: { userId: 'somebody' } });
    const accountsRepository = {
      findSettings: () => Promise.reject(new Error('The database is unavailable.')),
    } as unknown as AccountsRepository;
    const subscriptionsRepository = {
      findAccountId: () => Promise.resolve('somebody'),
    } as unknown as SubscriptionsRepository;
    const eventsRepository = {
      listRecentSubscriptionIds: () => Promise.resolve([]),
    } as unknown as StripeEventsRepository;
    const service = new AccountSubscriptionsService(
      accountsRepository,
      subscriptionsRepository,
      eventsRepository,
      new StripeConnection({ secretKey: stripe.secretKey, baseUrl: stripe.origin }),
    );
    await expect(service.findBySubscription('sub_1')).rejects.toThrow('The database is unavailable.');
  });
});
