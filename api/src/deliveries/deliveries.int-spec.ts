import { randomUUID } from 'node:crypto';

import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { Delivery, DeliveryAttempt } from '@ringwell/database/deliveries/delivery.entity';
import { DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';
import { DELIVERY_CHANNELS } from '@ringwell/domain/deliveries/delivery';
import { problem } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { DeliveryDto } from './delivery.dto';

describe('messages about a call', () => {
  const { database, account, user, client } = useSignedInOwner();
  let callId: string;

  beforeEach(async () => {
    callId = (await database.makeCall(account.id, { state: 'completed' })).id;
  });

  const makeMessage = (overrides?: Partial<Delivery>): Promise<Delivery> =>
    database.makeDelivery(account.id, { callId, ...overrides });
  const listDeliveries = async (): Promise<DeliveryDto[]> =>
    (await client.get<DeliveryDto[]>(`/api/calls/${callId}/deliveries`)).body;
  const listActivity = (): Promise<ActivityLog[]> => database.manager.findBy(ActivityLog, { userId: user.id });
  const resend = (id: string): ReturnType<typeof client.post<DeliveryDto>> =>
    client.post<DeliveryDto>(`/api/deliveries/${id}/resend`);

  it('lists messages with all attempts', async () => {
    const sentAt = new Date('2026-03-31T14:12:42Z');
    const sentDelivery = await makeMessage({
      state: 'sent',
      attempts: 2,
      providerRef: '1774966362.000200',
      sentAt,
      createdAt: new Date('2026-03-31T14:12:00Z'),
    });
    for (const [attempt, outcome, errorCode] of [
      [2, 'sent', null],
      [1, 'retry', 'SLACK_RATE_LIMITED'],
    ] as const) {
      await database.manager.insert(DeliveryAttempt, {
        deliveryId: sentDelivery.id,
        attempt,
        outcome,
        errorCode,
        errorMessage: errorCode && 'Slack asked us to wait.',
        startedAt: sentAt,
        finishedAt: sentAt,
      });
    }
    const runAfter = new Date('2026-03-31T15:00:00Z');
    const waitingDelivery = await makeMessage({
      channel: 'email',
      destination: 'a@example.com',
      state: 'retry',
      attempts: 1,
      errorCode: 'X',
      errorMessage: 'No answer.',
      runAfter,
    });
    const { headers } = await client.get(`/api/calls/${callId}/deliveries`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await listDeliveries()).toEqual([
      {
        id: sentDelivery.id,
        channel: 'slack',
        destination: '#calls',
        runNumber: 1,
        event: null,
        followUpEvent: null,
        state: 'sent',
        attempts: 2,
        lastError: null,
        providerRef: '1774966362.000200',
        nextTryAt: null,
        sentAt: sentAt.toISOString(),
        updatedAt: expect.any(String) as string,
        tries: [
          {
            attempt: 1,
            outcome: 'retry',
            error: { code: 'SLACK_RATE_LIMITED', message: 'Slack asked us to wait.' },
            startedAt: sentAt.toISOString(),
            finishedAt: sentAt.toISOString(),
          },
          {
            attempt: 2,
            outcome: 'sent',
            error: null,
            startedAt: sentAt.toISOString(),
            finishedAt: sentAt.toISOString(),
          },
        ],
      },
      expect.objectContaining({
        id: waitingDelivery.id,
        state: 'retry',
        lastError: { code: 'X', message: 'No answer.' },
        nextTryAt: runAfter.toISOString(),
        sentAt: null,
        tries: [],
      }),
    ]);
  });

  it.each(['sent', 'failed', 'dead', 'retry', 'suppressed'] as const)(
    'requeues a message in the state %s',
    async (state) => {
      const { id } = await makeMessage({
        state,
        attempts: 3,
        uncertainTries: 1,
        errorCode: 'X',
        errorMessage: 'x',
        runAfter: new Date(Date.now() + 3_600_000),
      });
      const { status, headers, body } = await resend(id);
      expect([status, headers.get('cache-control')]).toEqual([202, 'no-store']);
      expect(body).toMatchObject({ id, state: 'pending', attempts: 3, lastError: null });
      expect(Date.parse(body.nextTryAt ?? '')).toBeLessThanOrEqual(Date.now());
      expect(await listActivity()).toMatchObject([
        {
          action: 'Resend requested',
          accountId: account.id,
          metadata: { deliveryId: id, callId, channel: 'slack' },
        },
      ]);
    },
  );

  it.each(['pending', 'sending', 'unknown', 'verifying'] as const)(
    'rejects resending a message in the state %s',
    async (state) => {
      const { id } = await makeMessage({ state });
      expect(await resend(id)).toMatchObject(problem(409, 'DELIVERY_UNDER_WAY'));
      expect(await listDeliveries()).toMatchObject([{ state }]);
      expect(await listActivity()).toEqual([]);
    },
  );

  it('lists messages on every channel', async () => {
    for (const channel of DELIVERY_CHANNELS) await makeMessage({ channel });
    expect((await listDeliveries()).map(({ channel }) => channel).sort()).toEqual([...DELIVERY_CHANNELS].sort());
  });

  it('rejects resending a test message', async () => {
    const { id } = await makeMessage({ callId: null, state: 'failed' });
    expect(await resend(id)).toMatchObject(problem(404, 'DELIVERY_NOT_FOUND'));
  });

  it('rejects resending a message after the transcript was deleted', async () => {
    const { id } = await makeMessage({ state: 'sent' });
    await database.query('update calls set words_expired_at = now() where id = $1', [callId]);
    expect(await resend(id)).toMatchObject(problem(409, 'TRANSCRIPT_EXPIRED'));
    expect(await listDeliveries()).toMatchObject([{ state: 'sent' }]);
  });

  it('rejects resending a message that a worker has leased for a retry', async () => {
    const { id } = await makeMessage({
      state: 'retry',
      leaseToken: randomUUID(),
      leaseUntil: new Date(Date.now() + 30_000),
    });
    expect((await resend(id)).status).toBe(409);
  });

  it('queues a message once for concurrent requests, and appends the new attempt', async () => {
    const { id } = await makeMessage({ state: 'sent', attempts: 1 });
    await database.manager.insert(DeliveryAttempt, {
      deliveryId: id,
      attempt: 1,
      outcome: 'sent',
      startedAt: new Date(),
    });
    const responses = await Promise.all([resend(id), resend(id), resend(id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(await listActivity()).toHaveLength(1);
    const [lease] = (await new DispatchRepository(database.dataSource).leaseDueDeliveries(['slack'], 10)).filter(
      ({ deliveryId }) => deliveryId === id,
    );
    const { deliveries } = database.repositories;
    if (!lease) throw new Error('The message was not leased.');
    expect(await deliveries.claim(lease)).toMatchObject({ state: 'sending', attempts: 2 });
    expect(await deliveries.conclude(lease, { state: 'sent', startedAt: new Date() })).toBe(true);
    expect(await listDeliveries()).toMatchObject([
      { state: 'sent', attempts: 2, tries: [{ attempt: 1 }, { attempt: 2, outcome: 'sent' }] },
    ]);
  });
});
