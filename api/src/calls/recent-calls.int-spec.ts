import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { CallPageDto } from './dto/call-summary.dto';
import type { RecentCallDto } from './dto/recent-call.dto';

describe('GET /api/my/recent-calls', () => {
  const { database, owner, account, client } = useSignedInOwner();

  const listRecentCalls = async (): Promise<RecentCallDto[]> =>
    (await client.get<RecentCallDto[]>('/api/my/recent-calls')).body;

  it("shows the name from the account's customers, as lists and call details do, when the sender gave only the number", async () => {
    const { customerId } = await database.makeFollowUp(account.id, { customerName: 'Dana Reyes' });
    const call = { customerKey: 'tel:+15551234567', fromNumber: '+15551234567', customerName: null };
    const { id } = await database.makeCompletedCall(account.id, { call });
    expect((await listRecentCalls())[0]).toMatchObject({
      id,
      customerName: 'Dana Reyes',
      metadata: { ldsData: { name: 'Dana Reyes' } },
    });
    const { body: page } = await client.get<CallPageDto>('/api/calls?search=5551234567');
    expect(page.items.map(({ customerName }) => customerName)).toEqual(['Dana Reyes', 'Dana Reyes']);
    const authorization = `Bearer ${owner.token}`;
    for (const { body } of [
      await client.get(`/api/calls/${id}`),
      await client.get(`/api/n8n/calls/${id}`, { authorization }),
    ])
      expect(body).toMatchObject({ customerName: null, customer: { id: customerId, name: 'Dana Reyes' } });
  });

  it('lists the ten most recent calls, including those being processed', async () => {
    const createdAtMinute = (minute: number): { createdAt: Date } => ({
      createdAt: new Date(Date.UTC(2026, 3, 1, 0, minute)),
    });
    const completedCall = await database.makeCompletedCall(account.id, {
      call: {
        ...createdAtMinute(1),
        direction: 'outbound',
        toNumber: '+1666',
        fromNumber: '+1555',
        customerName: 'Dana',
      },
    });
    const runningCall = await database.makeCall(account.id, {
      state: 'running',
      fromNumber: '+1777',
      ...createdAtMinute(2),
    });
    const { headers, body } = await client.get<RecentCallDto[]>('/api/my/recent-calls');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(body).toMatchObject([
      {
        id: runningCall.id,
        state: 'running',
        recordedAt: createdAtMinute(2).createdAt.toISOString(),
        minutes: 0,
        metadata: { ldsData: { name: null, phone: '+1777' } },
        callData: null,
        sentiment: null,
      },
      {
        id: completedCall.id,
        state: 'completed',
        recordedAt: '2026-03-31T15:00:06.400Z',
        minutes: 0.68,
        metadata: { ldsData: { name: 'Dana', phone: '+1666' } },
        callData: {
          content: expect.stringMatching(/^Call From: /) as string,
          database: '4711',
          databaseDisplayName: 'Cedar Creek Plumbing',
          leadCallId: 98_765,
          sentiment: 'positive',
          needsReview: false,
          storedAt: '2026-03-31T15:00:06.400Z',
        },
        sentiment: 'positive',
        summary: 'The heater works again. The customer is pleased.',
      },
    ]);
    for (let minute = 3; minute < 12; minute += 1) await database.makeCall(account.id, createdAtMinute(minute));
    const ids = (await listRecentCalls()).map(({ id }) => id);
    expect(ids).toHaveLength(10);
    expect([ids.includes(runningCall.id), ids.includes(completedCall.id)]).toEqual([true, false]);
  });

  it('returns the previous result during reprocessing, and demo calls to demo accounts only', async () => {
    await database.makeCompletedCall(account.id, { call: { state: 'queued', runNumber: 2 } });
    const demoCall = await database.makeCall(account.id, { source: 'demo' });
    expect(await listRecentCalls()).toMatchObject([
      { state: 'queued', callData: { sentiment: 'positive' }, sentiment: 'positive' },
    ]);
    await database.query(`update accounts set status = 'demo' where id = $1`, [account.id]);
    expect(await listRecentCalls()).toMatchObject([{ id: demoCall.id }]);
  });
});
