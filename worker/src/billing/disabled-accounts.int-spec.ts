import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';

import { useBillingReconciliation } from './testing/use-billing-reconciliation';

describe('BillingReconciliationLoop: disabled accounts', () => {
  const harness = useBillingReconciliation();
  const { stripe } = harness;

  const setActive = (isActive: boolean): Promise<void> => harness.accounts.update(harness.accountId, { isActive });

  it('voids the invoices until the account is enabled again', async () => {
    await setActive(false);
    expect(await harness.readState()).toEqual(['active', 'pausing']);
    expect(await harness.reconcileLater()).toBe(1);
    expect([...stripe.pausedCollections]).toEqual([[harness.sub, 'void']]);
    expect(await harness.readState()).toEqual(['active', 'paused']);
    expect(await harness.reconcileLater()).toBe(0);

    await setActive(true);
    expect(await harness.readState()).toEqual(['active', 'resuming']);
    await harness.reconcileLater();
    expect(stripe.pausedCollections.size).toBe(0);
    expect(await harness.readState()).toEqual(['active', 'charged']);
    expect(await harness.listActivity()).toEqual(['Billing paused', 'Billing resumed']);
  });

  it('pauses all live subscriptions, including one bought later', async () => {
    harness.subscribe('sub_second');
    harness.subscribe('sub_over', 'canceled');
    await setActive(false);
    await harness.reconcileLater();
    expect([...stripe.pausedCollections.keys()].toSorted()).toEqual([harness.sub, 'sub_second'].toSorted());
    harness.subscribe('sub_third');
    await harness.makeDailyCheckDue();
    await harness.reconcileLater();
    expect(stripe.pausedCollections.get('sub_third')).toBe('void');
  });

  it.each<[string, boolean]>([
    ['before Stripe has paused', false],
    ['after Stripe paused, but before it responded', true],
  ])('pauses again when pausing failed %s', async (_case, hasPaused) => {
    await setActive(false);
    stripe.reply = (request) => {
      if (request.method === 'GET') return stripe.defaultReply(request);
      if (hasPaused) stripe.defaultReply(request);
      return FakeStripeServer.errorReply(400, { type: 'invalid_request_error', message: 'No.' });
    };
    await harness.reconcileLater();
    expect(await harness.readState()).toEqual(['active', 'pausing']);
    stripe.reply = stripe.defaultReply;
    await harness.reconcileLater();
    expect(await harness.readState()).toEqual(['active', 'paused']);
    expect(stripe.pausedCollections.get(harness.sub)).toBe('void');
    expect(await harness.listActivity()).toEqual(['Billing paused']);
  });

  it('resumes when the account is enabled while the pause request is in progress', async () => {
    await setActive(false);
    let enabling: Promise<void> | undefined;
    stripe.reply = (request) => {
      if (request.method === 'POST') enabling = setActive(true);
      return stripe.defaultReply(request);
    };
    await harness.reconcileLater();
    await enabling;
    stripe.reply = stripe.defaultReply;
    await harness.reconcileLater();
    expect(await harness.readState()).toEqual(['active', 'charged']);
    expect(stripe.pausedCollections.size).toBe(0);
  });

  it('resumes when the pause response was lost and the account is enabled before the next attempt', async () => {
    await setActive(false);
    stripe.reply = (request) => {
      const reply = stripe.defaultReply(request);
      return request.method === 'POST'
        ? FakeStripeServer.errorReply(400, { type: 'invalid_request_error', message: 'No.' })
        : reply;
    };
    await harness.reconcileLater();
    expect(stripe.pausedCollections.size).toBe(1);
    stripe.reply = stripe.defaultReply;
    await setActive(true);
    await harness.makeDailyCheckDue();
    await harness.reconcileLater();
    await harness.reconcileLater();
    expect(stripe.pausedCollections.size).toBe(0);
    expect(await harness.readState()).toEqual(['active', 'charged']);
  });

  it('resumes when the subscription goes unpaid while paused and is paid after the account is enabled', async () => {
    await setActive(false);
    await harness.reconcileLater();
    stripe.subscriptions.set(harness.sub, 'unpaid');
    await harness.makeDailyCheckDue();
    await harness.reconcileLater();
    await setActive(true);
    stripe.subscriptions.set(harness.sub, 'active');
    await harness.applyEvent();
    await harness.reconcileLater();
    expect(stripe.pausedCollections.size).toBe(0);
    expect(await harness.readState()).toEqual(['active', 'charged']);
  });

  it('rechecks after an hour when Stripe cannot find the subscription', async () => {
    await setActive(false);
    stripe.subscriptions.delete(harness.sub);
    expect(await harness.reconcileLater()).toBe(1);
    expect(await harness.reconcileLater()).toBe(0);
    expect(await harness.readState()).toEqual(['active', 'pausing']);
  });

  it('does not resume collection that someone paused in Stripe', async () => {
    stripe.pausedCollections.set(harness.sub, 'keep_as_draft');
    await harness.makeDailyCheckDue();
    expect(await harness.reconcileLater()).toBe(1);
    expect(stripe.pausedCollections.get(harness.sub)).toBe('keep_as_draft');
    expect(await harness.readState()).toEqual(['active', 'charged']);
  });

  it('pauses collection again after someone resumes it in Stripe', async () => {
    await setActive(false);
    await harness.reconcileLater();
    stripe.pausedCollections.delete(harness.sub);
    await harness.makeDailyCheckDue();
    await harness.reconcileLater();
    expect(stripe.pausedCollections.get(harness.sub)).toBe('void');
    expect(await harness.readState()).toEqual(['active', 'paused']);
  });
});
