import { randomUUID } from 'node:crypto';

import type { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { FollowUp } from '@ringwell/database/follow-ups/follow-up.entity';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { CallPageDto } from '../calls/dto/call-summary.dto';
import type { FollowUpPageDto } from '../follow-ups/dto/follow-up.dto';
import type { HappinessDto } from './dto/happiness.dto';

const MARCH = 'from=2026-03-01&to=2026-03-31';

describe('the figures in GET /api/my/happiness', () => {
  const { api, database, owner, client } = useSignedInOwner({ settings: { timeZone: 'America/New_York' } });
  let paulId: string;
  let paulyId: string;

  beforeEach(async () => {
    const { agents } = database.repositories;
    const member = await database.makeMember(owner, 'member');
    [paulId, paulyId] = [
      await agents.findOrCreate(owner.account.id, 'Paul'),
      await agents.findOrCreate(owner.account.id, 'Pauly'),
    ];
    for (const id of [paulId, paulyId]) await agents.update(owner.account.id, id, { memberUserId: member.id });
  });

  const fetchReport = async (query = ''): Promise<HappinessDto> =>
    (await client.get<HappinessDto>(`/api/my/happiness?${MARCH}${query}`)).body;
  const addCall = (call: Partial<Call>, analysis: Partial<CallAnalysis> = {}): Promise<Call> =>
    database.makeCompletedCall(owner.account.id, {
      call: { occurredAt: new Date('2026-03-09T14:30:00Z'), direction: 'inbound', ...call },
      analysis,
    });
  const listCallIds = async (query: string): Promise<string[]> =>
    (await client.get<CallPageDto>(`/api/calls?${query}`)).body.items.map(({ id }) => id);
  const listFollowUpIds = async (query: string): Promise<string[]> =>
    (
      await client.get<FollowUpPageDto>(
        `/api/follow-ups?kind=unhappy&openedFrom=2026-03-01&openedTo=2026-03-31&${query}`,
      )
    ).body.followUps.map(({ id }) => id);

  it('count only the calls in one direction, by one agent, or both', async () => {
    const evidence = [{ claim: 'Negative', segment: 1, startMs: 0, endMs: 900, quote: 'I am unhappy' }];
    const negative = { sentiment: 'negative', topic: 'price', evidence } as const;
    await addCall({ agentId: paulId });
    await addCall({ agentId: paulyId, direction: 'outbound', occurredAt: new Date('2026-02-20T14:30:00Z') });
    await addCall({ agentId: paulyId, direction: 'outbound', occurredAt: new Date('2026-03-10T15:30:00Z') }, negative);
    await addCall({ direction: 'outbound' }, { ...negative, topic: 'delay' });
    await addCall({ direction: null }, { sentiment: 'neutral' });
    const outboundReport = await fetchReport('&direction=outbound');
    expect(outboundReport).toMatchObject({
      direction: 'outbound',
      agent: null,
      total: { positive: 0, neutral: 0, negative: 2 },
      before: { judged: 1 },
      directions: [{ direction: 'outbound', negative: 2 }],
      hours: [
        { weekday: 1, hour: 10, negative: 1 },
        { weekday: 2, hour: 11, negative: 1 },
      ],
      agents: [{ agentName: 'Paul Ruiz', negative: 1 }],
      topics: [
        { topic: 'delay', negative: 1 },
        { topic: 'price', negative: 1 },
      ],
    });
    expect(outboundReport.moments.map(({ sentiment }) => sentiment)).toEqual(['negative', 'negative']);
    expect(outboundReport.trend.filter(({ judged }) => judged > 0)).toMatchObject([
      { from: '2026-03-09', negative: 1 },
      { from: '2026-03-10', negative: 1 },
    ]);
    const paulReport = await fetchReport(`&agent=${paulId}`);
    expect(paulReport).toMatchObject({
      agent: paulId,
      total: { positive: 1, negative: 1 },
      before: { judged: 1 },
      directions: [
        { direction: 'inbound', positive: 1 },
        { direction: 'outbound', negative: 1 },
      ],
      hours: [
        { weekday: 1, hour: 10, positive: 1 },
        { weekday: 2, hour: 11, negative: 1 },
      ],
      agents: [{ agentName: 'Paul Ruiz', positive: 1, negative: 1 }],
      topics: [{ topic: 'price', negative: 1 }],
    });
    expect(paulReport.moments.map(({ agentName }) => agentName)).toEqual(['Paul Ruiz', 'Paul Ruiz']);
    expect(await fetchReport(`&agent=${paulId}&direction=inbound`)).toMatchObject({
      total: { positive: 1, negative: 0 },
    });
    expect(await fetchReport(`&agent=${randomUUID()}`)).toMatchObject({ total: { judged: 0 }, hours: [], moments: [] });
  });

  it("link to the calls in an hour of the week in the account's time zone", async () => {
    const { id } = await addCall({});
    const { id: laterId } = await addCall({ occurredAt: new Date('2026-03-16T14:59:59Z') }, { sentiment: 'negative' });
    await addCall({ occurredAt: new Date('2026-03-16T15:00:00Z') });
    await addCall({ occurredAt: new Date('2026-03-17T14:30:00Z') });
    // 10 AM before the clocks change
    const { id: earlierId } = await addCall({ occurredAt: new Date('2026-03-02T15:30:00Z') });
    expect(await listCallIds(`weekday=1&hour=10&${MARCH}`)).toEqual([laterId, id, earlierId]);
    expect(await listCallIds(`weekday=1&hour=10&sentiment=negative&${MARCH}`)).toEqual([laterId]);
    expect(await listCallIds('weekday=1&hour=10&from=2026-03-09&to=2026-03-09')).toEqual([id]);
    expect(await listCallIds('hour=11')).toHaveLength(1);
    expect(await listCallIds('weekday=2')).toHaveLength(1);
    const { body } = await client.get<string>(`/api/calls/export.csv?weekday=1&hour=10&${MARCH}`);
    expect(body.trim().split('\r\n')).toHaveLength(4);
    for (const query of ['weekday=0', 'weekday=Monday', 'hour=24'])
      expect((await client.get(`/api/calls?${query}`)).status).toBe(400);
  });

  describe('callbacks', () => {
    // Creates a follow-up for a customer who called at 10 AM and was due for a callback by 11 AM.
    async function makeDueFollowUp(changes: Partial<FollowUp> = {}, call: Partial<Call> = {}): Promise<string> {
      const { id, callId } = await database.makeFollowUp(owner.account.id, { phone: null });
      await database.manager.update('calls', callId, { direction: 'inbound', ...call });
      await database.manager.update('follow_ups', id, {
        openedAt: new Date('2026-03-10T14:00:00Z'),
        dueAt: new Date('2026-03-10T15:00:00Z'),
        ...changes,
      });
      return id;
    }
    const calledBackFields = (minutes: number, changes: Partial<FollowUp> = {}): Partial<FollowUp> => ({
      state: 'done',
      outcome: 'recovered',
      calledBackAt: new Date(Date.parse('2026-03-10T14:00:00Z') + minutes * 60_000),
      ...changes,
    });

    it('are counted by outcome, and each number links to its follow-ups', async () => {
      const onTimeIds = [
        await makeDueFollowUp(calledBackFields(60)),
        await makeDueFollowUp(calledBackFields(10, { outcome: 'called_back' })),
      ];
      const lateIds = [await makeDueFollowUp(calledBackFields(61, { outcome: 'called_back' }))];
      const neverCalledIds = [
        await makeDueFollowUp({ state: 'done', outcome: 'no_answer' }),
        await makeDueFollowUp(calledBackFields(5, { outcome: 'still_unhappy' })),
      ];
      const waitingIds = [await makeDueFollowUp(), await makeDueFollowUp({ state: 'in_progress' })];
      await makeDueFollowUp({ state: 'dismissed' });
      await makeDueFollowUp({ kind: 'promise' });
      await makeDueFollowUp({ openedAt: new Date('2026-03-01T04:59:59Z') }); // the evening before, in New York
      await makeDueFollowUp({ openedAt: new Date('2026-04-01T04:00:00Z') });
      const { callbacks } = await fetchReport();
      expect(callbacks).toEqual({
        customers: 7,
        inTime: 2,
        late: 1,
        waiting: 2,
        never: 2,
        medianMinutes: 60,
        recovered: 1,
        recoveredPercent: null,
      });
      const listSortedIds = async (query: string): Promise<string[]> => (await listFollowUpIds(query)).sort();
      expect(await listSortedIds('callback=in_time')).toEqual(onTimeIds.sort());
      expect(await listSortedIds('callback=late')).toEqual(lateIds);
      expect(await listSortedIds('callback=never')).toEqual(neverCalledIds.sort());
      expect(await listSortedIds('callback=waiting')).toEqual(waitingIds.sort());
      expect(await listSortedIds('callback=recovered')).toHaveLength(1);
      expect(await listSortedIds('callback=all')).toHaveLength(7);
      expect((await client.get('/api/follow-ups?callback=soon')).status).toBe(400);
    });

    it('include a recovery rate once ten customers have been called back', async () => {
      for (let index = 0; index < 9; index += 1) await makeDueFollowUp(calledBackFields(30));
      expect((await fetchReport()).callbacks).toMatchObject({ recovered: 9, recoveredPercent: null });
      await makeDueFollowUp(calledBackFields(30, { outcome: 'called_back' }));
      expect((await fetchReport()).callbacks).toMatchObject({ recovered: 9, recoveredPercent: 90 });
    });

    it('can be filtered by direction or agent, and exclude other accounts', async () => {
      const paulFollowUpId = await makeDueFollowUp({}, { agentId: paulyId, agentSource: 'heard' });
      const outboundFollowUpId = await makeDueFollowUp({}, { direction: 'outbound' });
      for (const [query, id] of [
        [`agent=${paulId}`, paulFollowUpId],
        ['direction=outbound', outboundFollowUpId],
      ]) {
        expect((await fetchReport(`&${query}`)).callbacks).toMatchObject({ customers: 1, waiting: 1 });
        expect(await listFollowUpIds(`callback=all&${query}`)).toEqual([id]);
      }
      expect((await fetchReport(`&agent=${paulId}&direction=outbound`)).callbacks.customers).toBe(0);
      await database.query(
        'update calls set direction = $2 where id = (select call_id from follow_ups where id = $1)',
        [paulFollowUpId, 'outbound'],
      );
      expect((await fetchReport('&direction=outbound')).callbacks.customers).toBe(2);
      const otherAccount = await database.makeAccount();
      client.cookie = (await api.signIn(otherAccount.user)).cookie;
      expect((await fetchReport()).callbacks.customers).toBe(0);
      expect(await listFollowUpIds('callback=all')).toEqual([]);
    });
  });
});
