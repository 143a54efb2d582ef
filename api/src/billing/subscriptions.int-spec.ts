import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import { ActivityLog } from '@ringwell/database/accounts/activity-log.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { StripeEventsRepository } from '@ringwell/database/billing/stripe-events.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';
import { makeAccount } from '@ringwell/testing/make-account';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { useStripe } from '@ringwell/testing/use-stripe';

import { SubscriptionsService } from './subscriptions.service';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const ACTOR = { userId: null, ipAddress: '192.0.2.1', userAgent: null };

describe('a subscription', () => {
  const stripe = useStripe();
  const database = useTestDatabase();

  beforeEach(() => {
    stripe.subscriptions.clear();
  });

  const service = (secretKey: string | undefined, timeoutMs?: number): SubscriptionsService => {
    const { manager } = database.dataSource;
    const connection = new StripeConnection({ secretKey, baseUrl: stripe.origin, timeoutMs });
    return new SubscriptionsService(
      new UnitOfWork(database.dataSource),
      new UsersRepository(manager),
      new StripeEventsRepository(manager),
      connection,
    );
  };
  const account = async (
    settings: Partial<Pick<AccountSettings, 'stripeSubscriptionId' | 'stripeCustomerId'>>,
  ): Promise<User> => (await makeAccount(database.dataSource, { settings })).user;
  const accountWith = async (stripeSubscriptionId: string | null): Promise<string> =>
    (await account({ stripeSubscriptionId })).id;
  const cancelFor = (userId: string): Promise<void> => service(stripe.secretKey).cancelFor(userId, ACTOR);
  const cancelled = async (userId: string): Promise<unknown[]> => {
    const entries = await database.dataSource.manager.find(ActivityLog, {
      where: { action: 'Subscription cancelled' },
      order: { createdAt: 'ASC' },
    });
    return entries
      .filter(({ metadata }) => (metadata as { targetUserId: string }).targetUserId === userId)
      .map(({ metadata }) => (metadata as { subscriptionId: string }).subscriptionId);
  };

  it.each(['active', 'past_due', 'trialing'])('that is %s is cancelled at Stripe, and no other', async (status) => {
    stripe.subscriptions.set('sub_1', status).set('sub_2', 'active');
    await cancelFor(await accountWith('sub_1'));
    expect([...stripe.subscriptions]).toEqual([
      ['sub_1', 'canceled'],
      ['sub_2', 'active'],
    ]);
    expect(stripe.requests.filter(({ method }) => method !== 'GET')).toMatchObject([
      { method: 'DELETE', path: '/v1/subscriptions/sub_1' },
    ]);
  });

  it('that is cancelled is noted with whoever did it', async () => {
    stripe.subscriptions.set('sub_1', 'active');
    const { id, email } = await account({ stripeSubscriptionId: 'sub_1' });
    await cancelFor(id);
    const entries = await database.dataSource.manager.findBy(ActivityLog, {
      description: `A subscription of ${email} was cancelled.`,
    });
    expect(entries).toMatchObject([
      {
        action: 'Subscription cancelled',
        ipAddress: '192.0.2.1',
        metadata: { targetUserId: id, subscriptionId: 'sub_1' },
      },
    ]);
  });

  it('that has ended already, or that Stripe does not know, counts as cancelled, and is not noted', async () => {
    stripe.subscriptions.set('sub_old', 'canceled');
    const ids = [
      await accountWith('sub_old'),
      await accountWith('sub_unknown'),
      (await account({ stripeCustomerId: 'cus_unknown' })).id,
    ];
    for (const id of ids) await cancelFor(id);
    expect(stripe.requests.map(({ method }) => method)).not.toContain('DELETE');
    for (const id of ids) expect(await cancelled(id)).toEqual([]);
  });

  it('that was bought after the stored one ended is found, and each counts once', async () => {
    const { id } = await account({ stripeSubscriptionId: 'sub_old', stripeCustomerId: 'cus_1' });
    stripe.subscribe('sub_old', { customer: 'cus_1', metadata: { userId: id } }, 'canceled');
    stripe.subscribe('sub_new', { customer: 'cus_1', metadata: { userId: id } });
    stripe.subscribe('sub_before', { metadata: { userId: id } });
    await cancelFor(id);
    expect([...stripe.subscriptions.values()]).toEqual(['canceled', 'canceled', 'canceled']);
    expect(await cancelled(id)).toEqual(['sub_new', 'sub_before']);
  });

  describe('whose id is not stored', () => {
    it('is found by the customer, with all others of the customer', async () => {
      const { id } = await account({ stripeCustomerId: 'cus_1' });
      for (const name of ['sub_1', 'sub_2', 'sub_3']) stripe.subscribe(name, { customer: 'cus_1' });
      stripe.subscribe('sub_expired', { customer: 'cus_1' }, 'incomplete_expired');
      stripe.subscribe('sub_other', { customer: 'cus_2' });
      expect(await service(stripe.secretKey).hasLive(id)).toBe(true);
      await cancelFor(id);
      expect(Object.fromEntries(stripe.subscriptions)).toEqual({
        sub_1: 'canceled',
        sub_2: 'canceled',
        sub_3: 'canceled',
        sub_expired: 'incomplete_expired',
        sub_other: 'active',
      });
      expect(await cancelled(id)).toEqual(['sub_1', 'sub_2', 'sub_3']);
      expect(await service(stripe.secretKey).hasLive(id)).toBe(false);
    });

    it('is found by the account that checkout made it for, with all others of the account', async () => {
      const [mine, other] = [await accountWith(null), await accountWith(null)];
      for (const name of ['sub_1', 'sub_2', 'sub_3'])
        stripe.subscribe(name, { metadata: { userId: mine } }, 'past_due');
      stripe.subscribe('sub_other', { metadata: { userId: other } });
      expect(await service(stripe.secretKey).hasLive(mine)).toBe(true);
      await cancelFor(mine);
      expect(Object.fromEntries(stripe.subscriptions)).toEqual({
        sub_1: 'canceled',
        sub_2: 'canceled',
        sub_3: 'canceled',
        sub_other: 'active',
      });
      expect(await cancelled(mine)).toEqual(['sub_1', 'sub_2', 'sub_3']);
    });

    it('counts as ended although the search does not know that yet', async () => {
      const id = await accountWith(null);
      stripe.subscribe('sub_1', { metadata: { userId: id } });
      stripe.subscriptions.set('sub_1', 'canceled');
      expect(await service(stripe.secretKey).hasLive(id)).toBe(false);
    });
  });

  it('is noted as soon as it is cancelled, although the next one cannot be', async () => {
    const id = await accountWith(null);
    for (const name of ['sub_1', 'sub_2']) stripe.subscribe(name, { metadata: { userId: id } });
    stripe.reply = (request) =>
      request.method === 'DELETE' && request.path.endsWith('sub_2')
        ? FakeStripeServer.failing(400, { type: 'invalid_request_error', message: 'No.' })
        : stripe.serve(request);
    await expect(cancelFor(id)).rejects.toMatchObject({ code: 'BILLING_REFUSED' });
    expect(await cancelled(id)).toEqual(['sub_1']);
    stripe.reply = stripe.usualReply;
    await cancelFor(id);
    expect(await cancelled(id)).toEqual(['sub_1', 'sub_2']);
  });

  it('is not looked for where Stripe is not set up', async () => {
    await service(undefined).cancelFor(await accountWith(null), ACTOR);
    await service(undefined).cancelFor(NOBODY, ACTOR);
    expect(await service(undefined).hasLive(NOBODY)).toBe(false);
    expect(stripe.requests).toEqual([]);
  });

  it.each([{ stripeSubscriptionId: 'sub_1' }, { stripeCustomerId: 'cus_1' }])(
    'cannot be cancelled where Stripe is not set up any more: %j',
    async (settings) => {
      await expect(service(undefined).cancelFor((await account(settings)).id, ACTOR)).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'billing_not_configured',
      });
    },
  );

  it('is not taken for cancelled when Stripe refuses our key, fails, or does not answer', async () => {
    stripe.subscriptions.set('sub_1', 'active');
    for (const userId of [await accountWith('sub_1'), await accountWith(null)]) {
      stripe.reply = stripe.usualReply;
      await expect(service('sk_test_revoked').cancelFor(userId, ACTOR)).rejects.toMatchObject({
        kind: 'provider',
        code: 'BILLING_KEY_REFUSED',
        retryable: true,
      });
      stripe.reply = () => ({ status: 404, body: 'Not Found' });
      await expect(cancelFor(userId)).rejects.toMatchObject({
        kind: 'provider',
        code: 'BILLING_FAILED',
        retryable: true,
      });
      stripe.reply = () => 'hang';
      await expect(service(stripe.secretKey, 100).cancelFor(userId, ACTOR)).rejects.toMatchObject({
        kind: 'provider',
        code: 'BILLING_FAILED',
        retryable: true,
      });
      expect(await cancelled(userId)).toEqual([]);
    }
    expect(stripe.subscriptions.get('sub_1')).toBe('active');
  });
});
