import { METER, unixSeconds, useMetering } from '../testing/use-metering';

describe('MeteringLoop: exactly-once reports', () => {
  const harness = useMetering();
  const { stripe, database } = harness;

  it('reports each minute once, even if several workers run', async () => {
    const otherSubscribers = await Promise.all(Array.from({ length: 6 }, () => harness.createSubscriber()));
    for (const { accountId: id } of otherSubscribers) await harness.recordMinutes(7, undefined, id);
    await Promise.all([harness.pass(), harness.pass(), harness.pass()]);
    for (const { accountId: id } of otherSubscribers) await harness.recordMinutes(5.5, undefined, id);
    await Promise.all([harness.pass(), harness.pass(), harness.pass()]);
    await harness.pass();
    expect(otherSubscribers.map(({ customer: customerId }) => harness.sumReportedMinutes(customerId))).toEqual(
      otherSubscribers.map(() => 12),
    );
    expect(new Set(stripe.meter.events.map(({ identifier }) => identifier)).size).toBe(stripe.meter.events.length);
  });

  it('reports once when workers wait for the same ledger', async () => {
    await harness.pass();
    await harness.recordMinutes(9);
    const report = (): Promise<number> => database.unitOfWork.run(({ metering }) => metering.enqueueReports());
    expect(
      await Promise.all([report(), report(), report()]).then((counts) => counts.reduce((sum, count) => sum + count, 0)),
    ).toBe(1);
    expect(await harness.listLedgers()).toMatchObject([{ reportedMinutes: 9 }]);
  });

  it('reports later when the worker dies before committing', async () => {
    await harness.pass();
    await harness.recordMinutes(3);
    await expect(
      database.unitOfWork.run(async ({ metering }) => {
        expect(await metering.enqueueReports()).toBe(1);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await harness.listLedgers()).toMatchObject([{ reportedMinutes: 0 }]);
    await harness.pass();
    expect(harness.listReportedMinutes()).toEqual([3]);
  });

  it.each([
    ['before the request', false],
    ['after Stripe accepted the request', true],
  ])('reports once when the worker dies %s', async (_case, hasReachedStripe) => {
    await harness.recordMinutes(3);
    await harness.pass({ baseUrl: 'http://127.0.0.1:1' });
    await harness.fillOutbox();
    const [claimedEvent] = await harness.outbox.claimDue(1);
    if (hasReachedStripe) {
      stripe.serve({
        method: 'POST',
        path: '/v1/billing/meter_events',
        authorization: `Bearer ${stripe.secretKey}`,
        fields: {
          event_name: METER.event_name,
          identifier: claimedEvent?.id ?? '',
          timestamp: String(unixSeconds(new Date())),
          'payload[stripe_customer_id]': harness.customer,
          'payload[value]': '3',
        },
      });
    }
    await harness.pass(); // the worker may still be alive
    expect(await harness.listStates()).toEqual(['sending']);
    await harness.makeDue();
    await harness.pass();
    expect(harness.listReportedMinutes()).toEqual([3]);
    expect(await harness.listEvents()).toMatchObject([
      { id: claimedEvent?.id, state: 'sent', attempts: 2, errorCode: null, uncertainSince: null },
    ]);
  });

  it('reports the minutes of an account that is deleted before they are sent', async () => {
    await harness.recordMinutes(3);
    await harness.fillOutbox();
    await database.unitOfWork.run(({ accounts }) => accounts.delete(harness.accountId));
    await harness.pass();
    expect(harness.listReportedMinutes()).toEqual([3]);
    expect(await harness.listEvents()).toMatchObject([{ accountId: null, ledgerId: null, state: 'sent' }]);
  });

  it('skips an account that is being deleted, without waiting', async () => {
    await harness.recordMinutes(3);
    await harness.pass();
    await harness.recordMinutes(3);
    await database.whileLocked('delete from accounts where id = $1', [harness.accountId], async () => {
      await harness.pass(); // skips the account without waiting for the lock
      return harness.accounts.update(harness.accountId, { company: 'Nobody' });
    });
    expect(harness.listReportedMinutes()).toEqual([3]);
  });

  it('ignores the late outcome of an earlier attempt', async () => {
    await harness.recordMinutes(3);
    await harness.fillOutbox();
    const [lateEvent] = await harness.outbox.claimDue(1);
    await harness.makeDue();
    await harness.pass();
    if (lateEvent)
      await harness.outbox.recordOutcome(lateEvent, { result: 'refused', error: { code: 'X', message: 'x' } });
    expect(await harness.listStates()).toEqual(['sent']);
  });
});
