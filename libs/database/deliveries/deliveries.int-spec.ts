import { randomUUID } from 'node:crypto';

import { useTestDatabase } from '@ringwell/testing/test-database';

import { Connection } from './connection.entity';
import { DeliveriesRepository, type DeliveryOutcome } from './deliveries.repository';
import { Delivery } from './delivery.entity';

const REVOKED = {
  state: 'failed',
  errorCode: 'TOKEN_REVOKED',
  errorMessage: 'The token was revoked. Enter a new one.',
} as const;
const UNREACHABLE = {
  state: 'retry',
  errorCode: 'UNREACHABLE',
  errorMessage: 'The destination is unreachable.',
} as const;
const DESTINATION = { channel: 'slack', destination: '#calls', destinationHash: '#calls' } as const;

describe('DeliveriesRepository', () => {
  const database = useTestDatabase();
  let deliveries: DeliveriesRepository;
  let accountId: string;

  beforeAll(async () => {
    deliveries = new DeliveriesRepository(database.manager);
  });
  beforeEach(async () => {
    ({
      account: { id: accountId },
    } = await database.makeAccount());
  });

  async function makeSendingDelivery(
    overrides: Partial<Delivery> = {},
  ): Promise<{ deliveryId: string; leaseToken: string }> {
    const callId = overrides.callId === null ? null : (await database.makeCompletedCall(accountId)).id;
    const leaseToken = randomUUID();
    const { id: deliveryId } = await database.makeDelivery(accountId, {
      ...DESTINATION,
      callId,
      state: 'sending',
      attempts: 1,
      leaseToken,
      ...overrides,
    });
    return { deliveryId, leaseToken };
  }
  async function concludeDelivery(
    outcome: Omit<DeliveryOutcome, 'startedAt'>,
    overrides?: Partial<Delivery>,
  ): Promise<void> {
    expect(await deliveries.conclude(await makeSendingDelivery(overrides), { ...outcome, startedAt: new Date() })).toBe(
      true,
    );
  }
  const findConnection = (): Promise<Connection> => database.manager.findOneByOrFail(Connection, { accountId });

  it('keeps showing a permanent failure until a message arrives, even after transient failures', async () => {
    await concludeDelivery(REVOKED);
    const { failedAt } = await findConnection();
    await concludeDelivery(UNREACHABLE);
    await concludeDelivery({ ...UNREACHABLE, state: 'failed', isTransient: true }, { callId: null });
    expect(await findConnection()).toMatchObject({
      errorCode: 'TOKEN_REVOKED',
      errorMessage: REVOKED.errorMessage,
      isPermanent: true,
      failedAt,
      failures: 1,
    });
    await concludeDelivery({ ...REVOKED, errorCode: 'CHANNEL_ARCHIVED' });
    expect(await findConnection()).toMatchObject({ errorCode: 'CHANNEL_ARCHIVED', isPermanent: true });
    await concludeDelivery({ state: 'sent' });
    expect(await findConnection()).toMatchObject({
      errorCode: null,
      errorMessage: null,
      isPermanent: false,
      failedAt: null,
      failures: 0,
    });
    await concludeDelivery(UNREACHABLE);
    expect(await findConnection()).toMatchObject({ errorCode: 'UNREACHABLE', isPermanent: false });
  });

  it('keeps a connection paused for as long as the destination requested when a test message fails', async () => {
    await concludeDelivery({ ...UNREACHABLE, pauseMs: 600_000 });
    const { pausedUntil } = await findConnection();
    await concludeDelivery({ ...UNREACHABLE, state: 'failed', isTransient: true }, { callId: null });
    expect((await findConnection()).pausedUntil).toEqual(pausedUntil);
  });

  it('resumes a paused connection only if the message can be resent', async () => {
    await concludeDelivery({ ...UNREACHABLE, pauseMs: 600_000 });
    const { deliveryId } = await makeSendingDelivery();
    expect(await deliveries.resend(accountId, deliveryId)).toBe(false);
    expect((await findConnection()).pausedUntil).not.toBeNull();
    await database.manager.update(Delivery, { id: deliveryId }, { state: 'failed' });
    expect(await deliveries.resend(accountId, deliveryId)).toBe(true);
    expect((await findConnection()).pausedUntil).toBeNull();
  });

  it("keeps a callback's connection only while the callback is failing", async () => {
    const countConnections = (): Promise<number> => database.manager.countBy(Connection, { accountId });
    await concludeDelivery({ state: 'sent' }, { channel: 'callback' });
    expect(await countConnections()).toBe(0);
    await concludeDelivery(UNREACHABLE, { channel: 'callback' });
    expect(await countConnections()).toBe(1);
    await concludeDelivery({ state: 'sent' }, { channel: 'callback' });
    expect(await countConnections()).toBe(0);
  });

  it.each([{ ...REVOKED }, { ...REVOKED, state: 'dead' as const }, { ...REVOKED, state: 'suppressed' as const }])(
    'deletes the connection when a callback ends as $state, unless another callback is waiting for the same address',
    async (outcome) => {
      const { manager } = database;
      const countConnections = (): Promise<number> => manager.countBy(Connection, { accountId });
      const first = await makeSendingDelivery({ channel: 'callback' });
      await deliveries.conclude(first, { ...UNREACHABLE, startedAt: new Date() });
      await concludeDelivery(outcome, { channel: 'callback' });
      expect(await countConnections()).toBe(1);
      const { deliveryId: id, leaseToken } = first;
      await manager.update(Delivery, { id }, { state: 'sending', leaseToken, attempts: 2 });
      await deliveries.conclude(first, { ...outcome, startedAt: new Date() });
      expect(await countConnections()).toBe(0);
    },
  );

  it('does not create a connection when callbacks fail permanently on their first attempt', async () => {
    for (const destinationHash of ['call-1', 'call-2', 'call-3']) {
      await concludeDelivery(REVOKED, { channel: 'callback', destinationHash });
    }
    expect(await database.manager.countBy(Connection, { accountId })).toBe(0);
  });
});
