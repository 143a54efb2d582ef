import { UsageRepository } from '@ringwell/database/billing/usage.repository';

import { ago, DAY_MS, HOUR_MS, unixSeconds, useMetering } from '../testing/use-metering';

describe('MeteringLoop', () => {
  const harness = useMetering();
  const { stripe, database } = harness;

  it('reports whole minutes, and carries the remainder over', async () => {
    await harness.recordMinutes(0.5);
    await harness.pass();
    expect(harness.listReportedMinutes()).toEqual([]);
    await harness.recordMinutes(2.35);
    await harness.pass();
    await harness.recordMinutes(0.14);
    await harness.pass();
    expect(harness.listReportedMinutes()).toEqual([2]);
    await harness.recordMinutes(0.01);
    await harness.pass();
    await harness.pass();
    expect(harness.listReportedMinutes()).toEqual([2, 1]);
    expect(await harness.listLedgers()).toMatchObject([{ reportedMinutes: 3, endedAt: null }]);
    expect(await harness.listStates()).toEqual(['sent', 'sent']);
  });

  it('counts from the start of the billing period to the millisecond', async () => {
    const periodStart = new Date(Math.floor(ago(12 * DAY_MS).getTime() / DAY_MS) * DAY_MS + 12 * HOUR_MS);
    harness.setDefaultSubscriber(await harness.createSubscriber(periodStart));
    await harness.recordMinutes(100, new Date(periodStart.getTime() - DAY_MS));
    await harness.recordMinutes(100, new Date(periodStart.getTime() - 1));
    await harness.recordMinutes(1, periodStart);
    await harness.recordMinutes(2, new Date(periodStart.getTime() + HOUR_MS));
    await harness.recordMinutes(4, new Date(periodStart.getTime() + 12 * HOUR_MS));
    await harness.recordMinutes(8, new Date(periodStart.getTime() + 3 * DAY_MS));
    await harness.recordMinutes(16);
    await harness.pass();
    expect(harness.sumReportedMinutes()).toBe(31);
  });

  it('counts usage from calls and usage posted by clients', async () => {
    const { usage } = database.repositories;
    const commonFields = { instanceRuns: 1, apiCalls: 0, metadata: null };
    await usage.record(harness.accountId, {
      ...commonFields,
      callId: null,
      minutes: '3.25',
      source: 'n8n',
      callData: null,
    });
    await usage.recordPosted(harness.accountId, {
      ...commonFields,
      minutes: '4.75',
      source: 'manual',
      idempotencyKey: null,
      requestHash: null,
    });
    await harness.pass();
    expect(harness.listReportedMinutes()).toEqual([8]);
  });

  it('counts a record that is committed after newer ones', async () => {
    await harness.pass();
    const lateRunner = database.dataSource.createQueryRunner();
    await lateRunner.startTransaction();
    await new UsageRepository(lateRunner.manager).record(harness.accountId, {
      callId: null,
      minutes: '5.00',
      instanceRuns: 1,
      apiCalls: 0,
      source: 'n8n',
      metadata: null,
      callData: null,
    });
    await harness.pass();
    expect(harness.listReportedMinutes()).toEqual([]);
    await lateRunner.commitTransaction();
    await lateRunner.release();
    await harness.pass();
    expect(harness.listReportedMinutes()).toEqual([5]);
  });

  it('does not count without a live subscription', async () => {
    await harness.accounts.updateSettings(harness.accountId, { subscriptionStatus: 'unpaid' });
    await harness.recordMinutes(10);
    await harness.pass();
    expect(await harness.listLedgers()).toEqual([]);
    expect(stripe.meter.events).toEqual([]);
  });

  it('does not count a subscription that is not live in Stripe', async () => {
    stripe.subscriptions.set(
      (await harness.accounts.findSettings(harness.accountId))?.stripeSubscriptionId ?? '',
      'canceled',
    );
    await harness.recordMinutes(10);
    await harness.pass();
    expect(await harness.listLedgers()).toEqual([]);
  });

  it('counts usage recorded up to the end of the subscription', async () => {
    await harness.recordMinutes(1);
    await harness.pass();
    await harness.recordMinutes(2);
    await database.repositories.subscriptions.markCanceled(
      harness.accountId,
      (await harness.accounts.findSettings(harness.accountId))?.stripeSubscriptionId ?? '',
    );
    await harness.pass();
    await harness.recordMinutes(4);
    await harness.pass();
    expect(harness.listReportedMinutes()).toEqual([1, 2]);
    expect((await harness.listLedgers())[0]?.endedAt).toBeInstanceOf(Date);
  });

  it('counts each minute once across two subscriptions, and none in between', async () => {
    await harness.recordMinutes(3);
    await harness.pass();
    // Usage on these days was already reported because both subscriptions were live.
    const nextSubscription = await harness.subscribe(harness.accountId, ago(5 * DAY_MS));
    await harness.recordMinutes(4);
    await harness.pass();
    await harness.recordMinutes(5);
    await harness.pass();
    expect(harness.sumReportedMinutes() + harness.sumReportedMinutes(nextSubscription.customer)).toBe(12);
    expect(harness.sumReportedMinutes(nextSubscription.customer)).toBeGreaterThanOrEqual(5);

    await harness.accounts.updateSettings(harness.accountId, { subscriptionStatus: 'canceled' });
    await harness.pass();
    await harness.recordMinutes(100, ago(-1));
    const lastSubscription = await harness.subscribe(harness.accountId, new Date(Date.now() + 2_000));
    await harness.recordMinutes(6, new Date(Date.now() + 3_000));
    await harness.pass();
    expect(harness.sumReportedMinutes() + harness.sumReportedMinutes(nextSubscription.customer)).toBe(12);
    expect(harness.listReportedMinutes(lastSubscription.customer)).toEqual([6]);
    expect(await harness.listLedgers()).toHaveLength(3);
  });

  it('does not count while the account is disabled', async () => {
    await harness.recordMinutes(1, ago(HOUR_MS));
    await harness.pass();
    const { metering } = harness;
    await harness.accounts.update(harness.accountId, { isActive: false });
    await metering.endOpenLedger(harness.accountId);
    await database.query('update meter_ledgers set ended_at = $1 where ended_at is not null', [ago(60_000)]);
    await harness.recordMinutes(100, ago(30_000));
    await harness.pass();
    await harness.accounts.update(harness.accountId, { isActive: true });
    await metering.startCharging(harness.accountId);
    await harness.recordMinutes(2, ago(-1_000));
    await harness.pass();
    expect(harness.listReportedMinutes()).toEqual([1, 2]);
    expect(await harness.listLedgers()).toMatchObject([{ endedAt: expect.any(Date) as Date }, { endedAt: null }]);
  });

  it('does not count a subscription bought by a disabled account until the account is enabled', async () => {
    const { account } = await database.makeAccount({ user: { isActive: false } });
    const { customer: customerId } = await harness.subscribe(account.id, ago(HOUR_MS));
    await harness.recordMinutes(100, undefined, account.id);
    await harness.pass();
    await harness.accounts.update(account.id, { isActive: true });
    await harness.metering.startCharging(account.id);
    await harness.recordMinutes(2, ago(-1_000), account.id);
    await harness.pass();
    expect(harness.listReportedMinutes(customerId)).toEqual([2]);
  });

  it("reports last month's minutes with a timestamp in last month", async () => {
    const monthStart = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1));
    harness.setDefaultSubscriber(await harness.createSubscriber(new Date(monthStart.getTime() - 2 * DAY_MS)));
    await harness.recordMinutes(1.75, new Date(monthStart.getTime() - HOUR_MS));
    await harness.recordMinutes(2.5, new Date(monthStart.getTime() + 1));
    await harness.pass();
    expect(
      stripe.meter.events
        .filter((event) => event.customer === harness.customer)
        .map(({ value, timestamp }) => [value, timestamp]),
    ).toEqual(
      expect.arrayContaining([
        ['1', unixSeconds(monthStart) - 1],
        ['3', unixSeconds(monthStart)],
      ]),
    );
  });

  it("reports minutes with the newest record's timestamp", async () => {
    await harness.recordMinutes(1, ago(3 * HOUR_MS));
    const newest = ago(2 * HOUR_MS);
    await harness.recordMinutes(1, newest);
    await harness.pass();
    expect(Math.max(...stripe.meter.events.map(({ timestamp }) => timestamp))).toBe(unixSeconds(newest));
  });

  it('runs only on the leader, and only with a Stripe key', async () => {
    await harness.recordMinutes(3);
    for (const [options, expected] of [
      [{ isLeader: false }, 0],
      [{ secretKey: undefined }, 0],
      [{}, 1],
    ] as const) {
      const worker = harness.createLoop(options);
      worker.onApplicationBootstrap();
      while (stripe.meter.events.length < expected) await new Promise(setImmediate);
      await worker.onModuleDestroy();
      expect(harness.listReportedMinutes()).toHaveLength(expected);
    }
  });
});
