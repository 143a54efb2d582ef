import type { Account } from '@ringwell/database/accounts/account.entity';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { useStripe } from '@ringwell/testing/use-stripe';

import { ActivityLog } from '../accounts/security/activity-log.entity';
import type { AccountSettings } from '../accounts/settings/account-settings.entity';
import { LiveSubscriptionsService } from './live-subscriptions.service';

const UNKNOWN_ACCOUNT = '00000000-0000-4000-8000-000000000000';
const ACTOR = { userId: null, ipAddress: '192.0.2.1', userAgent: null };

describe('LiveSubscriptionsService', () => {
  const stripe = useStripe();
  const database = useTestDatabase();

  beforeEach(() => {
    stripe.subscriptions.clear();
  });

  const createService = (secretKey: string | undefined, timeoutMs?: number): LiveSubscriptionsService => {
    const connection = new StripeConnection({ secretKey, baseUrl: stripe.origin, timeoutMs });
    return new LiveSubscriptionsService(
      database.unitOfWork,
      database.repositories.accounts,
      database.repositories.stripeEvents,
      connection,
    );
  };
  const makeAccountWith = async (
    settings: Partial<Pick<AccountSettings, 'stripeSubscriptionId' | 'stripeCustomerId'>>,
  ): Promise<Account> => (await database.makeAccount({ settings })).account;
  const makeSubscribedAccount = async (stripeSubscriptionId: string | null): Promise<string> =>
    (await makeAccountWith({ stripeSubscriptionId })).id;
  const cancelAll = (accountId: string): Promise<void> => createService(stripe.secretKey).cancelAll(accountId, ACTOR);
  const listCanceledIds = async (id: string): Promise<unknown[]> => {
    const entries = await database.manager.find(ActivityLog, {
      where: { action: 'Subscription canceled' },
      order: { createdAt: 'ASC' },
    });
    return entries
      .filter(({ accountId }) => accountId === id)
      .map(({ metadata }) => (metadata as { subscriptionId: string }).subscriptionId);
  };

  it.each(['active', 'past_due', 'trialing'])("cancels only the account's subscription if it is %s", async (status) => {
    stripe.subscriptions.set('sub_1', status).set('sub_2', 'active');
    await cancelAll(await makeSubscribedAccount('sub_1'));
    expect([...stripe.subscriptions]).toEqual([
      ['sub_1', 'canceled'],
      ['sub_2', 'active'],
    ]);
    expect(stripe.requests.filter(({ method }) => method !== 'GET')).toMatchObject([
      { method: 'DELETE', path: '/v1/subscriptions/sub_1' },
    ]);
  });

  it('logs a cancellation with its actor', async () => {
    stripe.subscriptions.set('sub_1', 'active');
    const {
      account: { id },
      user: { email },
    } = await database.makeAccount({ settings: { stripeSubscriptionId: 'sub_1' } });
    await cancelAll(id);
    const entries = await database.manager.findBy(ActivityLog, {
      description: `A subscription for ${email} was canceled.`,
    });
    expect(entries).toMatchObject([
      {
        action: 'Subscription canceled',
        ipAddress: '192.0.2.1',
        accountId: id,
        metadata: { subscriptionId: 'sub_1' },
      },
    ]);
  });

  it('treats ended and unknown subscriptions as canceled, without logging them', async () => {
    stripe.subscriptions.set('sub_old', 'canceled');
    const ids = [
      await makeSubscribedAccount('sub_old'),
      await makeSubscribedAccount('sub_unknown'),
      (await makeAccountWith({ stripeCustomerId: 'cus_unknown' })).id,
    ];
    for (const id of ids) await cancelAll(id);
    expect(stripe.requests.map(({ method }) => method)).not.toContain('DELETE');
    for (const id of ids) expect(await listCanceledIds(id)).toEqual([]);
  });

  it("cancels the account's other subscriptions when the stored one has already ended", async () => {
    const { id } = await makeAccountWith({ stripeSubscriptionId: 'sub_old', stripeCustomerId: 'cus_1' });
    stripe.subscribe('sub_old', { customer: 'cus_1', metadata: { userId: id } }, 'canceled');
    stripe.subscribe('sub_new', { customer: 'cus_1', metadata: { userId: id } });
    stripe.subscribe('sub_before', { metadata: { userId: id } });
    await cancelAll(id);
    expect([...stripe.subscriptions.values()]).toEqual(['canceled', 'canceled', 'canceled']);
    expect(await listCanceledIds(id)).toEqual(['sub_new', 'sub_before']);
  });

  describe('without a stored subscription ID', () => {
    it("cancels all of the customer's subscriptions", async () => {
      const { id } = await makeAccountWith({ stripeCustomerId: 'cus_1' });
      for (const name of ['sub_1', 'sub_2', 'sub_3']) stripe.subscribe(name, { customer: 'cus_1' });
      stripe.subscribe('sub_expired', { customer: 'cus_1' }, 'incomplete_expired');
      stripe.subscribe('sub_other', { customer: 'cus_2' });
      expect(await createService(stripe.secretKey).hasLiveSubscription(id)).toBe(true);
      await cancelAll(id);
      expect(Object.fromEntries(stripe.subscriptions)).toEqual({
        sub_1: 'canceled',
        sub_2: 'canceled',
        sub_3: 'canceled',
        sub_expired: 'incomplete_expired',
        sub_other: 'active',
      });
      expect(await listCanceledIds(id)).toEqual(['sub_1', 'sub_2', 'sub_3']);
      expect(await createService(stripe.secretKey).hasLiveSubscription(id)).toBe(false);
    });

    it('cancels all subscriptions with the account ID that checkout stored in them', async () => {
      const [accountId, otherAccountId] = [await makeSubscribedAccount(null), await makeSubscribedAccount(null)];
      for (const name of ['sub_1', 'sub_2', 'sub_3'])
        stripe.subscribe(name, { metadata: { userId: accountId } }, 'past_due');
      stripe.subscribe('sub_other', { metadata: { userId: otherAccountId } });
      expect(await createService(stripe.secretKey).hasLiveSubscription(accountId)).toBe(true);
      await cancelAll(accountId);
      expect(Object.fromEntries(stripe.subscriptions)).toEqual({
        sub_1: 'canceled',
        sub_2: 'canceled',
        sub_3: 'canceled',
        sub_other: 'active',
      });
      expect(await listCanceledIds(accountId)).toEqual(['sub_1', 'sub_2', 'sub_3']);
    });

    it('treats a subscription as ended even though Stripe search still lists it', async () => {
      const id = await makeSubscribedAccount(null);
      stripe.subscribe('sub_1', { metadata: { userId: id } });
      stripe.subscriptions.set('sub_1', 'canceled');
      expect(await createService(stripe.secretKey).hasLiveSubscription(id)).toBe(false);
    });
  });

  it('logs each cancellation, even if the next one fails', async () => {
    const id = await makeSubscribedAccount(null);
    for (const name of ['sub_1', 'sub_2']) stripe.subscribe(name, { metadata: { userId: id } });
    stripe.reply = (request) =>
      request.method === 'DELETE' && request.path.endsWith('sub_2')
        ? FakeStripeServer.errorReply(400, { type: 'invalid_request_error', message: 'No.' })
        : stripe.serve(request);
    await expect(cancelAll(id)).rejects.toMatchObject({ code: 'BILLING_REFUSED' });
    expect(await listCanceledIds(id)).toEqual(['sub_1']);
    stripe.reply = stripe.defaultReply;
    await cancelAll(id);
    expect(await listCanceledIds(id)).toEqual(['sub_1', 'sub_2']);
  });

  it('does not contact Stripe if it is not set up and nothing is stored', async () => {
    await createService(undefined).cancelAll(await makeSubscribedAccount(null), ACTOR);
    await createService(undefined).cancelAll(UNKNOWN_ACCOUNT, ACTOR);
    expect(await createService(undefined).hasLiveSubscription(UNKNOWN_ACCOUNT)).toBe(false);
    expect(stripe.requests).toEqual([]);
  });

  it.each([{ stripeSubscriptionId: 'sub_1' }, { stripeCustomerId: 'cus_1' }])(
    'fails to cancel a stored subscription if Stripe is no longer set up: %j',
    async (settings) => {
      await expect(
        createService(undefined).cancelAll((await makeAccountWith(settings)).id, ACTOR),
      ).rejects.toMatchObject({ kind: 'unavailable', code: 'billing_not_configured' });
    },
  );

  it('reports an error if Stripe rejects the key, fails, or does not respond', async () => {
    stripe.subscriptions.set('sub_1', 'active');
    for (const id of [await makeSubscribedAccount('sub_1'), await makeSubscribedAccount(null)]) {
      stripe.reply = stripe.defaultReply;
      await expect(createService('sk_test_revoked').cancelAll(id, ACTOR)).rejects.toMatchObject({
        kind: 'provider',
        code: 'BILLING_KEY_REFUSED',
        retryable: true,
      });
      stripe.reply = () => ({ status: 404, body: 'Not Found' });
      await expect(cancelAll(id)).rejects.toMatchObject({ kind: 'provider', code: 'BILLING_FAILED', retryable: true });
      stripe.reply = () => 'hang';
      await expect(createService(stripe.secretKey, 100).cancelAll(id, ACTOR)).rejects.toMatchObject({
        kind: 'provider',
        code: 'BILLING_FAILED',
        retryable: true,
      });
      expect(await listCanceledIds(id)).toEqual([]);
    }
    expect(stripe.subscriptions.get('sub_1')).toBe('active');
  });
});
