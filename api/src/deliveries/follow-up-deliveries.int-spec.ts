import { randomUUID } from 'node:crypto';

import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { rows } from '@ringwell/database/postgres/sql';
import { problem } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { DeliveryDto } from './delivery.dto';

const HOUR = 3_600_000;

describe('messages about a follow-up', () => {
  const { api, database, account, client } = useSignedInOwner({ settings: { sealedWebhookUrl: 'sealed' } });

  /** Creates an overdue follow-up with a failed webhook and a failed digest. */
  async function makeEscalatedFollowUp(): Promise<string> {
    const calledAt = new Date(Date.now() - 5 * HOUR);
    const dueAt = new Date(Date.now() - HOUR);
    const { id } = await database.makeFollowUp(account.id, { calledAt, dueAt });
    await database.unitOfWork.run(async ({ escalations, deliveries, followUpDeliveries }) => {
      const escalation = await escalations.escalate(account.id);
      if (!escalation) throw new Error('Nothing is overdue.');
      const destination = { channel: 'slack', destination: '#calls', destinationHash: randomUUID() } as const;
      await deliveries.planMessages(account.id, [destination], { escalationId: escalation.escalationId });
      await followUpDeliveries.planEvents(account.id, escalation.changes);
    });
    await database.query(
      `update deliveries set state = 'failed', error_code = 'X', error_message = 'It failed.' where account_id = $1`,
      [account.id],
    );
    return id;
  }
  const listDeliveries = async (id: string, session = client): Promise<DeliveryDto[]> =>
    (await session.get<DeliveryDto[]>(`/api/follow-ups/${id}/deliveries`)).body;
  const resend = (id: string, session = client): ReturnType<typeof client.post<DeliveryDto>> =>
    session.post<DeliveryDto>(`/api/deliveries/${id}/resend`);

  it('include its webhooks and digests, and can be resent after a failure', async () => {
    const id = await makeEscalatedFollowUp();
    const failedDeliveries = await listDeliveries(id);
    expect(
      failedDeliveries.map(({ channel, followUpEvent, event, state }) => [channel, followUpEvent, event, state]),
    ).toEqual([
      ['slack', 'overdue', null, 'failed'],
      ['webhook', 'overdue', null, 'failed'],
    ]);
    expect(failedDeliveries[0]?.lastError).toEqual({ code: 'X', message: 'It failed.' });
    for (const delivery of failedDeliveries)
      expect(await resend(delivery.id)).toMatchObject({ status: 202, body: { state: 'pending' } });
    expect((await listDeliveries(id)).map(({ state }) => state)).toEqual(['pending', 'pending']);
    expect(await resend(failedDeliveries[0]?.id ?? '')).toMatchObject(problem(409, 'DELIVERY_UNDER_WAY'));
    const entries = await database.manager.findBy(ActivityLog, {
      accountId: account.id,
      action: 'Resend requested',
    });
    expect(entries.map(({ metadata }) => metadata)).toEqual(
      expect.arrayContaining([{ deliveryId: failedDeliveries[1]?.id, followUpId: id, channel: 'webhook' }]),
    );
  });

  it('are only visible in their own account', async () => {
    const id = await makeEscalatedFollowUp();
    const [delivery] = await listDeliveries(id);
    const { user } = await database.makeAccount();
    const stranger = await api.signIn(user);
    expect(await stranger.get(`/api/follow-ups/${id}/deliveries`)).toMatchObject(problem(404, 'FOLLOW_UP_NOT_FOUND'));
    expect((await resend(delivery?.id ?? '', stranger)).status).toBe(404);
    await database.query(`update accounts set status = 'demo' where id = $1`, [account.id]);
    expect((await client.get(`/api/follow-ups/${id}/deliveries`)).status).toBe(404);
  });

  it("can't be resent if they are weekly letters, which are only sent on the day they're written", async () => {
    const [weeklyLetter] = await rows<{ id: string }>(
      database.manager,
      `insert into weekly_letters (account_id, week) values ($1, '2026-03-02') returning id`,
      [account.id],
    );
    const { id } = await database.makeDelivery(account.id, {
      weeklyLetterId: weeklyLetter?.id,
      runNumber: 0,
      state: 'failed',
    });
    expect(await resend(id)).toMatchObject(problem(404, 'DELIVERY_NOT_FOUND'));
  });
});
