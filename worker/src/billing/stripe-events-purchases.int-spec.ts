import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { ADD_ONS } from '@ringwell/domain/billing/plans';

import { PERIOD, STARTS_AT, TEAM, useStripeEvents } from './testing/use-stripe-events';

describe('StripeEventLoop: purchases', () => {
  const harness = useStripeEvents();
  const { stripe, database } = harness;

  it('activates the account with the purchased plan, and logs it', async () => {
    harness.subscribe(TEAM, 'slack,teams');
    await harness.sendEvent('checkout.session.completed', {
      id: 'cs_1',
      object: 'checkout.session',
      subscription: harness.sub,
      customer: harness.customer,
      client_reference_id: harness.accountId,
      metadata: { userId: harness.accountId },
    });
    expect(await harness.createLoop().pass()).toBe(1);
    expect(await harness.readAccount()).toEqual({
      status: 'active',
      activatedAt: new Date(PERIOD.periodStart * 1_000),
      stripeSubscriptionId: harness.sub,
      stripeCustomerId: harness.customer,
      subscriptionStatus: 'active',
      subscriptionPlan: 'team',
      addOns: ['slack', 'teams'],
      monthlyMinuteLimit: 3_000,
      currentPeriodEnd: new Date(PERIOD.periodEnd * 1_000),
    });
    expect(await harness.listActivity()).toEqual(['User activated: X was activated by subscribing to the team plan.']);
    expect(await harness.listStates()).toEqual(['done']);
  });

  it('stores the billing period and its anchor to the second', async () => {
    stripe.subscribe(harness.sub, {
      customer: harness.customer,
      metadata: { userId: harness.accountId },
      ...PERIOD,
      billingAnchor: PERIOD.created - 7,
    });
    await harness.changeStatus('active');
    expect(await database.manager.findOneByOrFail(AccountSettings, { accountId: harness.accountId })).toMatchObject({
      currentPeriodStart: STARTS_AT,
      currentPeriodEnd: new Date(PERIOD.periodEnd * 1_000),
      billingAnchor: new Date((PERIOD.created - 7) * 1_000),
    });
  });

  it('keeps a limit chosen by the account, even if it equals the default', async () => {
    await harness.createAccount(
      { status: 'demo', activatedAt: null },
      { monthlyMinuteLimit: 1_000, monthlyMinuteLimitChosen: true },
    );
    harness.subscribe();
    await harness.changeStatus('active');
    expect(await harness.readAccount()).toMatchObject({ status: 'active', monthlyMinuteLimit: 1_000 });
  });

  it('does not grant add-ons on the base plan, whatever the metadata says', async () => {
    harness.subscribe(undefined, 'slack');
    await harness.changeStatus('active');
    expect(await harness.readAccount()).toMatchObject({ status: 'active', subscriptionPlan: 'base', addOns: [] });
  });

  it('grants every chat add-on if team chat was purchased without selecting any, even at a legacy price', async () => {
    stripe.catalog.put('prices', { id: 'price_older', metadata: { ringwell_price: 'ringwell_team_chat' } });
    harness.subscribe(['ringwell_base', 'price_older']);
    await harness.changeStatus('active');
    expect(await harness.readAccount()).toMatchObject({
      subscriptionPlan: 'team',
      addOns: ADD_ONS,
    });
  });

  it('reads the subscription from Stripe instead of the event', async () => {
    harness.subscribe();
    stripe.subscriptions.set(harness.sub, 'incomplete');
    await harness.sendEvent('customer.subscription.updated', {
      ...stripe.buildSubscription(harness.sub),
      status: 'active',
    });
    await harness.createLoop().pass();
    expect(await harness.readAccount()).toMatchObject({
      status: 'demo',
      subscriptionStatus: 'incomplete',
      addOns: [],
      monthlyMinuteLimit: 1_000,
    });
  });

  it('ends in the same state when events are repeated, late or out of order', async () => {
    harness.subscribe();
    const [created, canceled] = [
      stripe.buildSubscription(harness.sub),
      { ...stripe.buildSubscription(harness.sub), status: 'canceled' },
    ];
    await harness.changeStatus('active');
    await harness.changeStatus('canceled');
    const finalAccount = await harness.readAccount();
    expect(finalAccount).toMatchObject({ status: 'demo', subscriptionStatus: 'canceled' });
    await harness.sendEvent('customer.subscription.deleted', canceled);
    await harness.sendEvent('customer.subscription.created', created);
    await harness.sendEvent('invoice.paid', {
      id: 'in_1',
      object: 'invoice',
      customer: harness.customer,
      parent: { subscription_details: { subscription: harness.sub, metadata: { userId: harness.accountId } } },
    });
    await harness.createLoop().pass();
    expect(await harness.readAccount()).toEqual(finalAccount);
    expect(await harness.listActivity()).toHaveLength(2);
  });

  it('also completes earlier events for the same subscription', async () => {
    harness.subscribe();
    for (const type of ['customer.subscription.created', 'customer.subscription.updated'])
      await harness.sendEvent(type, stripe.buildSubscription(harness.sub));
    expect(await harness.createLoop().pass()).toBe(1);
    expect(await harness.listStates()).toEqual(['done', 'done']);
  });

  it('does not change a manually activated account if its subscription was never paid for', async () => {
    await harness.createAccount({ status: 'active' }, { addOns: ['teams'] });
    harness.subscribe();
    await harness.changeStatus('incomplete_expired');
    expect(await harness.readAccount()).toMatchObject({
      status: 'active',
      addOns: ['teams'],
      subscriptionStatus: 'incomplete_expired',
    });
  });
});
