import { randomUUID } from 'node:crypto';

import { Account } from '@ringwell/database/accounts/account.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { IMPORT_WAITS_UNTIL } from '@ringwell/database/servicetitan/service-titan-polls.repository';

import { PERIOD, TEAM, useStripeEvents } from './testing/use-stripe-events';

describe('StripeEventLoop: active subscriptions', () => {
  const harness = useStripeEvents();
  const { stripe, database } = harness;

  beforeEach(async () => {
    harness.subscribe(TEAM, 'slack');
    await harness.changeStatus('active');
  });

  it('keeps the entitlements while a payment is past due', async () => {
    await harness.changeStatus('past_due');
    expect(await harness.readAccount()).toMatchObject({
      status: 'active',
      subscriptionStatus: 'past_due',
      addOns: ['slack'],
    });
    expect((await harness.listActivity()).at(-1)).toBe(
      "Subscription updated: X's subscription to the team plan is past due.",
    );
  });

  it.each(['canceled', 'unpaid', 'incomplete_expired'])(
    'reverts the account to demo when the subscription is %s',
    async (status) => {
      await harness.changeStatus(status);
      expect(await harness.readAccount()).toMatchObject({
        status: 'demo',
        subscriptionStatus: status,
        addOns: [],
        stripeCustomerId: harness.customer,
      });
      expect((await harness.listActivity()).at(-1)).toMatch(/^User deactivated: X was reverted to a demo account/);
    },
  );

  it('stops importing earlier calls when the subscription ends, which would cost minutes once it is paid again', async () => {
    const { accountId } = harness;
    await database.unitOfWork.run(({ callImports }) => callImports.start(accountId, new Date('2026-01-01')));
    const waitingImport = { state: 'queued', isImport: true, runAfter: new Date(IMPORT_WAITS_UNTIL) } as const;
    await database.makeCall(accountId, waitingImport);
    await harness.changeStatus('unpaid');
    expect(await database.repositories.callImports.find(accountId)).toBeNull();
    expect(await database.manager.countBy(Call, { accountId })).toBe(0);
  });

  it('reactivates the account after a late payment', async () => {
    await harness.changeStatus('unpaid');
    await harness.changeStatus('active');
    expect(await harness.readAccount()).toMatchObject({ status: 'active', addOns: ['slack'] });
  });

  it('does not log when only the billing period changes', async () => {
    const activityBefore = await harness.listActivity();
    stripe.subscribe(harness.sub, {
      customer: harness.customer,
      metadata: { userId: harness.accountId, addOns: 'slack' },
      prices: TEAM,
      ...PERIOD,
      periodEnd: PERIOD.periodEnd + 86_400,
    });
    await harness.changeStatus('active');
    expect(await harness.readAccount()).toMatchObject({
      currentPeriodEnd: new Date((PERIOD.periodEnd + 86_400) * 1_000),
    });
    expect(await harness.listActivity()).toEqual(activityBefore);
  });

  it('keeps the account active while a second subscription is live', async () => {
    const otherId = `sub_${randomUUID()}`;
    stripe.subscribe(otherId, {
      customer: 'cus_other',
      metadata: { userId: harness.accountId, addOns: 'teams' },
      prices: TEAM,
      ...PERIOD,
    });
    await harness.changeStatus('canceled');
    expect(await harness.readAccount()).toMatchObject({
      status: 'active',
      stripeSubscriptionId: otherId,
      stripeCustomerId: 'cus_other',
      addOns: ['teams'],
    });
    await harness.changeStatus('canceled', otherId);
    expect(await harness.readAccount()).toMatchObject({ status: 'demo', subscriptionStatus: 'canceled' });
  });

  it('finds the account by its subscription or customer when the metadata does not name one', async () => {
    stripe.subscribe(harness.sub, { customer: harness.customer, ...PERIOD });
    await harness.changeStatus('past_due');
    expect(await harness.readAccount()).toMatchObject({ subscriptionStatus: 'past_due' });
    const manualSubscription = `sub_${randomUUID()}`;
    stripe.subscriptions.set(harness.sub, 'canceled');
    stripe.subscribe(manualSubscription, { customer: harness.customer, ...PERIOD });
    await harness.changeStatus('active', manualSubscription);
    expect(await harness.readAccount()).toMatchObject({
      status: 'active',
      stripeSubscriptionId: manualSubscription,
      subscriptionPlan: 'base',
    });
  });

  it("overrides an administrator's add-ons only while the subscription is live", async () => {
    const grantAddOns = (): Promise<unknown> =>
      harness.accounts.updateSettings(harness.accountId, { addOns: ['googleChat'] });
    await grantAddOns();
    await harness.changeStatus('active');
    expect(await harness.readAccount()).toMatchObject({ addOns: ['slack'] });
    await harness.changeStatus('canceled');
    await grantAddOns();
    await harness.sendUpdate();
    await harness.createLoop().pass();
    expect(await harness.readAccount()).toMatchObject({ status: 'demo', addOns: ['googleChat'] });
  });

  it('keeps an account active if it was manually activated after the subscription ended', async () => {
    await harness.changeStatus('unpaid');
    await harness.accounts.update(harness.accountId, { status: 'active' });
    await harness.changeStatus('canceled');
    expect(await harness.readAccount()).toMatchObject({ status: 'active', subscriptionStatus: 'canceled' });
  });

  it('completes a deactivation interrupted after the cancellation', async () => {
    const { subscriptions } = harness;
    await subscriptions.requestCancellation(harness.accountId);
    await subscriptions.markCanceled(harness.accountId, harness.sub);
    await harness.changeStatus('canceled');
    expect(await harness.readAccount()).toMatchObject({ status: 'demo', subscriptionStatus: 'canceled', addOns: [] });
    // Both entries are written in one transaction and share a timestamp.
    const entries = (await harness.listActivity()).map((entry) => entry.split(':')[0]);
    expect(entries).toEqual(expect.arrayContaining(['Tokens revoked', 'User deactivated']));
  });

  it('keeps an administrator active when the subscription ends', async () => {
    await database.repositories.users.update(harness.ownerId, { role: 'admin' });
    await harness.changeStatus('canceled');
    expect(await harness.readAccount()).toMatchObject({ status: 'active', subscriptionStatus: 'canceled' });
  });

  it('does not change other accounts when the account was deleted', async () => {
    const { account: otherAccount } = await database.makeAccount({
      account: { status: 'demo' },
      settings: { stripeCustomerId: harness.customer },
    });
    await harness.sendUpdate();
    await database.unitOfWork.run(({ accounts }) => accounts.delete(harness.accountId));
    expect(await harness.createLoop().pass()).toBe(1);
    expect((await harness.listEvents()).at(-1)).toMatchObject({ state: 'done', accountId: null });
    expect(await database.manager.findOneByOrFail(Account, { id: otherAccount.id })).toMatchObject({
      status: 'demo',
    });
    expect(await harness.sendUpdate()).toBe(true);
    await harness.createLoop().pass();
    expect(await database.manager.findOneByOrFail(Account, { id: otherAccount.id })).toMatchObject({
      status: 'demo',
    });
  });
});
