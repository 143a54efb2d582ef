import type { Account } from '@ringwell/database/accounts/account.entity';
import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { BearerToken } from '@ringwell/database/accounts/tokens/bearer-token.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { MeterLedger } from '@ringwell/database/billing/metering.entity';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';
import { useStripe } from '@ringwell/testing/use-stripe';

import type { UserDto } from './dto/user.dto';

describe('Deactivating an account with a subscription', () => {
  const stripe = useStripe();
  const { api, database } = useTestApi(() => ({ ...stripe.settings }));
  let client: SessionClient;
  let administrator: User;
  let user: User;
  let account: Account;

  beforeAll(async () => {
    ({ user: administrator } = await database.makeAccount({ user: { role: 'admin' } }));
    client = await api.signIn(administrator);
  });
  beforeEach(async () => {
    stripe.subscriptions.clear();
    ({ user, account } = await database.makeAccount({
      settings: {
        stripeSubscriptionId: 'sub_1',
        stripeCustomerId: 'cus_1',
        subscriptionStatus: 'active',
        subscriptionPlan: 'team',
        addOns: ['slack'],
      },
    }));
    stripe.subscribe('sub_1', { customer: 'cus_1', metadata: { userId: account.id } });
  });

  const deactivate = (): Promise<ClientResponse<ProblemBody>> => client.patch(`/api/admin/users/${user.id}/deactivate`);
  const countTokens = (): Promise<number> => database.manager.countBy(BearerToken, { accountId: account.id });
  const listActions = async (): Promise<string[]> =>
    (
      await database.manager.find(ActivityLog, {
        where: { userId: administrator.id },
        order: { createdAt: 'ASC' },
      })
    )
      .filter(({ accountId }) => accountId === account.id)
      .map(({ action }) => action);

  it('cancels the subscription and an import, and logs the cancellation and the deactivation', async () => {
    await database.unitOfWork.run(({ callImports }) => callImports.start(account.id, new Date()));
    expect(await deactivate()).toMatchObject({ status: 200, body: { status: 'demo' } });
    expect(await database.repositories.callImports.find(account.id)).toBeNull();
    expect(stripe.subscriptions.get('sub_1')).toBe('canceled');
    expect(await database.repositories.accounts.findSettings(account.id)).toMatchObject({
      subscriptionStatus: 'canceled',
      addOns: [],
      stripeCustomerId: 'cus_1',
    });
    const [firstAction, ...laterActions] = await listActions();
    expect(firstAction).toBe('Subscription canceled');
    expect(laterActions.toSorted()).toEqual(['Tokens revoked', 'User deactivated']);
    expect(await deactivate()).toMatchObject({ status: 200, body: { status: 'demo' } });
  });

  it('changes nothing when the subscription cannot be canceled', async () => {
    stripe.reply = () => FakeStripeServer.errorReply(500, { type: 'api_error', message: 'Oops' });
    expect(await deactivate()).toMatchObject(problem(502, 'BILLING_FAILED'));
    expect(await database.repositories.accounts.findById(account.id)).toMatchObject({ status: 'active' });
    expect(await countTokens()).toBe(1);
    expect(await listActions()).toEqual([]);
  });

  it('records the pending cancellation before calling Stripe, and clears it once the account is a demo account', async () => {
    const pendingSettings: unknown[] = [];
    stripe.reply = (request) => {
      if (request.method === 'DELETE') pendingSettings.push(database.repositories.accounts.findSettings(account.id));
      return stripe.defaultReply(request);
    };
    await deactivate();
    expect(await Promise.all(pendingSettings)).toMatchObject([{ cancellationRequestedAt: expect.any(Date) as Date }]);
    expect(await database.repositories.accounts.findSettings(account.id)).toMatchObject({
      cancellationRequestedAt: null,
    });
  });

  it('leaves an interrupted deactivation for the leader to finish', async () => {
    await database.query('alter table bearer_tokens rename to bearer_tokens_renamed');
    try {
      expect(await deactivate()).toMatchObject({ status: 500 });
    } finally {
      await database.query('alter table bearer_tokens_renamed rename to bearer_tokens');
    }
    expect(stripe.subscriptions.get('sub_1')).toBe('canceled');
    expect(await database.repositories.accounts.findSettings(account.id)).toMatchObject({
      subscriptionStatus: 'canceled',
      cancellationRequestedAt: expect.any(Date) as Date,
    });
    expect(await client.get('/api/admin/users')).toMatchObject({
      body: expect.arrayContaining([
        expect.objectContaining({ id: user.id, status: 'active', billing: 'canceling' }),
      ]) as unknown,
    });
  });

  it('ends the sessions of all members', async () => {
    const session = await api.signIn(await database.makeMember({ user, account }, 'member'));
    expect((await session.get('/api/my/members')).status).toBe(200);
    expect((await client.patch(`/api/admin/users/${user.id}/deactivate`)).status).toBe(200);
    expect((await session.get('/api/my/members')).status).toBe(401);
  });

  describe('when the account is disabled', () => {
    const setActive = (isActive: boolean): Promise<ClientResponse<UserDto>> =>
      client.put(`/api/admin/users/${user.id}`, { isActive });
    const listLedgers = (): Promise<MeterLedger[]> =>
      database.manager.find(MeterLedger, { where: { accountId: account.id } });

    it('shows that billing is pausing, and that it is resuming once the account is enabled again', async () => {
      expect(await setActive(false)).toMatchObject({ status: 200, body: { isActive: false, billing: 'pausing' } });
      await database.repositories.accounts.updateSettings(account.id, { collectionPausedAt: new Date() });
      expect(await setActive(true)).toMatchObject({ status: 200, body: { isActive: true, billing: 'resuming' } });
      await database.repositories.accounts.updateSettings(account.id, { collectionPausedAt: null });
      expect(await client.put(`/api/admin/users/${user.id}`, { lastName: 'Reyes' })).toMatchObject({
        body: { billing: 'charged' },
      });
    });

    it('stops metering minutes immediately, and resumes once the account is enabled again', async () => {
      await database.manager.insert(MeterLedger, {
        accountId: account.id,
        subscriptionId: 'sub_1',
        customerId: 'cus_1',
        beganAt: new Date('2026-01-01'),
      });
      await setActive(false);
      const [{ endedAt = null } = {}] = await listLedgers();
      expect(endedAt).toBeInstanceOf(Date);
      await setActive(true);
      expect(await listLedgers()).toMatchObject([{ endedAt }]);
      const { chargedFrom = null } = (await database.repositories.accounts.findSettings(account.id)) ?? {};
      expect(chargedFrom?.getTime()).toBeGreaterThanOrEqual(endedAt?.getTime() ?? Infinity);
    });
  });

  it('does not call Stripe for an unknown user', async () => {
    expect(await client.patch('/api/admin/users/nobody/deactivate')).toMatchObject(problem(404, 'USER_NOT_FOUND'));
    expect(stripe.requests).toEqual([]);
  });
});
