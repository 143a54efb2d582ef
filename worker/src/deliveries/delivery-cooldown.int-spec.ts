import { PendingWordsRepository } from '@ringwell/database/calls/pending-words.repository';
import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';

import { failWith, useDeliverySender } from './testing/use-delivery-sender';

describe('DeliverySenderService: paused connections', () => {
  const harness = useDeliverySender();
  const retryNow = (channel: DeliveryChannelName = 'slack'): Promise<void> =>
    harness.database.unitOfWork.run(({ connections }) => connections.retryNow(harness.accountId, [channel]));

  it('pauses a connection after five failures in a row, longer each time, and defers its deliveries', async () => {
    harness.channel.respond = failWith();
    const [firstId] = await harness.plan();
    const cooldowns: number[] = [];
    for (let failureCount = 1; failureCount <= 6; failureCount += 1) {
      await harness.makeDue();
      await harness.database.query('update connections set paused_until = null');
      await harness.pass();
      cooldowns.push(await harness.cooldownSeconds());
    }
    expect(cooldowns.map((seconds) => Math.round(seconds / 10) * 10)).toEqual([NaN, NaN, NaN, NaN, 60, 120]);
    const [waitingId] = await harness.plan();
    expect(await harness.pass()).toBe(1);
    expect(await harness.pass()).toBe(0);
    expect(harness.channel.sent).toHaveLength(6);
    const { pausedUntil } = await harness.findConnection();
    expect(await harness.findDelivery(waitingId)).toMatchObject({
      state: 'pending',
      attempts: 0,
      runAfter: pausedUntil,
      leaseToken: null,
    });
    expect((await harness.findDelivery(firstId)).runAfter.getTime()).toBeGreaterThanOrEqual(
      pausedUntil?.getTime() ?? NaN,
    );
  });

  it('pauses only the connection that received a Retry-After', async () => {
    harness.channel.respond = failWith({ retryAfterMs: 120_000 });
    const [busyId, nextId] = await harness.plan({ count: 2 });
    await harness.pass();
    await harness.pass();
    expect(await harness.cooldownSeconds()).toBeGreaterThan(110);
    expect(harness.channel.sent).toHaveLength(1);
    const [waitingDelivery] = [await harness.findDelivery(busyId), await harness.findDelivery(nextId)].filter(
      ({ attempts }) => attempts === 0,
    );
    expect(waitingDelivery?.runAfter).toEqual((await harness.findConnection()).pausedUntil);
    harness.channel.respond = () => ({});
    const [otherDestinationId] = await harness.plan({ destination: '#other' });
    await harness.pass();
    expect(await harness.findDelivery(otherDestinationId)).toMatchObject({ state: 'sent' });
  });

  it('sends deferred deliveries when the settings change or someone resends them', async () => {
    harness.channel.respond = failWith({ retryAfterMs: 600_000 });
    const [id] = await harness.plan();
    await harness.pass();
    harness.channel.respond = () => ({});
    await retryNow('email');
    expect(await harness.pass()).toBe(0);
    await retryNow();
    await harness.pass();
    expect(await harness.findDelivery(id)).toMatchObject({ state: 'sent', attempts: 2 });

    harness.channel.respond = failWith({ retryAfterMs: 600_000 });
    const [otherId] = await harness.plan();
    await harness.pass();
    harness.channel.respond = () => ({});
    await harness.deliveries.resend(harness.accountId, otherId ?? '');
    await harness.pass();
    expect(await harness.findDelivery(otherId)).toMatchObject({ state: 'sent' });
  });

  it("keeps messages waiting for their call's summary when the settings change", async () => {
    const { manager } = harness.database;
    const call = await harness.database.makeCompletedCall(harness.accountId);
    await new PendingWordsRepository(manager).add(call, 300);
    await harness.deliveries.plan(call, [
      { channel: 'slack', destination: '#calls', destinationHash: 'h', priority: 0, waitSeconds: 300 },
    ]);
    await retryNow();
    expect(await harness.pass()).toBe(0);
    await manager.query('update pending_words set give_up_at = now()');
    await retryNow();
    expect(await harness.pass()).toBe(1);
  });
});
