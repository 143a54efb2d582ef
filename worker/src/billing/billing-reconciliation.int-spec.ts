import { randomUUID } from 'node:crypto';

import { Account } from '@ringwell/database/accounts/account.entity';
import { Session } from '@ringwell/database/accounts/sign-in/session.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';

import { useBillingReconciliation } from './testing/use-billing-reconciliation';

const NO_ACTOR = { accountId: null, ipAddress: null, userAgent: null };

describe('BillingReconciliationLoop', () => {
  const harness = useBillingReconciliation();
  const { stripe, database } = harness;

  describe('unfinished deactivations', () => {
    it('reverts an account with a canceled subscription to demo and revokes its tokens', async () => {
      await harness.subscriptions.requestCancellation(harness.accountId);
      stripe.subscriptions.set(harness.sub, 'canceled');
      await harness.subscriptions.markCanceled(harness.accountId, harness.sub);
      expect(await harness.readState()).toEqual(['active', 'canceling']);
      expect(await harness.reconcileLater()).toBe(1);
      expect(await harness.readState()).toEqual(['demo', null]);
      expect(await harness.countTokens()).toBe(0);
      // Sorted because both are written in one transaction and share a timestamp.
      expect((await harness.listActivity()).toSorted()).toEqual(['Tokens revoked', 'User deactivated']);
      expect(await harness.reconcileLater()).toBe(0);
    });

    it('completes the deactivation when the cancellation was not stored, or Stripe has no such subscription', async () => {
      const { subscriptions: statuses } = stripe;
      const ends: (() => unknown)[] = [() => statuses.set(harness.sub, 'canceled'), () => statuses.delete(harness.sub)];
      for (const end of ends) {
        await harness.accounts.update(harness.accountId, { status: 'active' });
        await harness.accounts.updateSettings(harness.accountId, { subscriptionStatus: 'active' });
        await harness.subscriptions.requestCancellation(harness.accountId);
        const { manager } = database;
        await database.repositories.sessions.create(
          harness.ownerId,
          randomUUID(),
          { signedInWith: 'password' },
          NO_ACTOR,
        );
        const { id } = await database.makeCall(harness.accountId, { state: 'running' });
        await database.unitOfWork.run(({ callImports }) => callImports.start(harness.accountId, new Date()));
        end();
        await harness.reconcileLater();
        expect(await manager.findOneByOrFail(Account, { id: harness.accountId })).toMatchObject({ status: 'demo' });
        expect(await harness.countTokens()).toBe(0);
        expect(await database.repositories.callImports.find(harness.accountId)).toBeNull();
        expect(await manager.countBy(Session, { userId: harness.ownerId })).toBe(0);
        expect(await manager.findOneByOrFail(Call, { id })).toMatchObject({
          state: 'skipped',
          skipReason: 'account_inactive',
        });
      }
    });

    it('reverts the deactivation of an account that is still being charged, and logs it', async () => {
      await harness.subscriptions.requestCancellation(harness.accountId);
      expect(await harness.reconcileLater()).toBe(1);
      expect(await harness.readState()).toEqual(['active', 'charged']);
      expect(await harness.countTokens()).toBe(1);
      expect(await harness.listActivity()).toEqual(['Deactivation failed']);
      expect(harness.listWrites()).toEqual([]);
    });

    it('reverts the deactivation when only one of two subscriptions was canceled', async () => {
      harness.subscribe('sub_second');
      await harness.subscriptions.requestCancellation(harness.accountId);
      stripe.subscriptions.set(harness.sub, 'canceled');
      await harness.subscriptions.markCanceled(harness.accountId, harness.sub);
      await harness.reconcileLater();
      expect(await harness.readState()).toEqual(['active', 'charged']);
      expect(await harness.accounts.findSettings(harness.accountId)).toMatchObject({
        stripeSubscriptionId: 'sub_second',
        subscriptionStatus: 'active',
      });
    });

    it('skips a deactivation that is still in progress', async () => {
      await harness.subscriptions.requestCancellation(harness.accountId);
      expect(await harness.createLoop().pass()).toBe(0);
      await harness.accounts.update(harness.accountId, { isActive: false }); // makes a pause due
      await database.query('update account_settings set billing_tried_at = null');
      expect(await harness.createLoop().pass()).toBe(1);
      expect(await harness.readState()).toEqual(['active', 'canceling']);
    });

    it('retries later when Stripe fails', async () => {
      await harness.subscriptions.requestCancellation(harness.accountId);
      stripe.subscriptions.set(harness.sub, 'canceled');
      stripe.reply = () => FakeStripeServer.errorReply(400, { type: 'invalid_request_error', message: 'No.' });
      await harness.reconcileLater();
      expect(await harness.readState()).toEqual(['active', 'canceling']);
      stripe.reply = stripe.defaultReply;
      expect(await harness.createLoop().pass()).toBe(0); // not immediately
      await harness.reconcileLater();
      expect(await harness.readState()).toEqual(['demo', null]);
    });
  });

  it('reverts an account to demo when its subscription ends without an event', async () => {
    stripe.subscriptions.set(harness.sub, 'canceled');
    expect(await harness.reconcileLater()).toBe(0);
    await harness.makeDailyCheckDue();
    expect(await harness.reconcileLater()).toBe(1);
    expect(await harness.readState()).toEqual(['demo', null]);
  });

  it('skips manually activated accounts, even if they once subscribed', async () => {
    for (const settings of [{}, { stripeSubscriptionId: 'sub_earlier', subscriptionStatus: 'canceled' }]) {
      await harness.createAccount(settings);
      await harness.accounts.update(harness.accountId, { isActive: false });
      expect(await harness.reconcileLater()).toBe(0);
      expect(await harness.readState()).toEqual(['active', null]);
    }
  });

  it('keeps an account active when Stripe cannot find its subscription, and rechecks a day later', async () => {
    stripe.subscriptions.delete(harness.sub);
    await database.query('update account_settings set subscription_checked_at = null');
    expect(await harness.reconcileLater()).toBe(1);
    expect(await harness.readState()).toEqual(['active', 'charged']);
    expect(await harness.reconcileLater()).toBe(0);
  });

  it('runs only on the leader', async () => {
    await harness.accounts.update(harness.accountId, { isActive: false });
    await database.query('update account_settings set billing_tried_at = null');
    for (const [isLeader, expected] of [
      [false, 'pausing'],
      [true, 'paused'],
    ] as const) {
      const worker = harness.createLoop(isLeader);
      worker.onApplicationBootstrap();
      if (isLeader) while (stripe.pausedCollections.size === 0) await new Promise(setImmediate);
      await worker.onModuleDestroy();
      expect(await harness.readState()).toEqual(['active', expected]);
    }
  });
});
