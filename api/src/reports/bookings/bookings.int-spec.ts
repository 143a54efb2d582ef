import type { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { Booking } from '@ringwell/domain/calls/booking';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { CallPageDto } from '../../calls/dto/call-summary.dto';
import type { FollowUpPageDto } from '../../follow-ups/dto/follow-up.dto';
import type { BookingsDto } from '../dto/bookings.dto';

const PATH = '/api/my/bookings';
const MARCH = 'from=2026-03-01&to=2026-03-31';

describe(PATH, () => {
  const { database, owner, client } = useSignedInOwner({ settings: { timeZone: 'America/New_York' } });

  const fetchReport = async (query = ''): Promise<BookingsDto> =>
    (await client.get<BookingsDto>(`${PATH}?${MARCH}${query}`)).body;
  async function makeCalls(
    count: number,
    booking: Booking,
    call: Partial<Call> = {},
    outcome: Partial<CallAnalysis> = {},
  ): Promise<void> {
    for (let index = 0; index < count; index += 1)
      await database.makeCompletedCall(owner.account.id, {
        call: { occurredAt: new Date('2026-03-09T14:30:00Z'), direction: 'inbound', ...call },
        analysis: { booking, ...outcome },
      });
  }

  it('shows the rate with its confidence interval, the change, the trend, agents and hours', async () => {
    const agentId = await database.repositories.agents.findOrCreate(owner.account.id, 'Paul');
    const february = { occurredAt: new Date('2026-02-20T14:30:00Z') };
    await makeCalls(4, 'booked', february);
    await makeCalls(21, 'not_booked_undecided', february);
    await makeCalls(15, 'booked', { agentId });
    await makeCalls(6, 'not_booked_undecided', { agentId });
    await makeCalls(2, 'not_booked_unreached', { occurredAt: new Date('2026-03-17T18:30:00Z'), direction: 'outbound' });
    await makeCalls(1, 'not_booked_other');
    await makeCalls(3, 'not_a_lead');
    await makeCalls(2, 'unclear');
    const { trend, ...totals } = await fetchReport('&by=week');
    const noRate = { rate: null, low: null, high: null };
    const counts = { booked: 0, undecided: 0, unreached: 0, otherReason: 0, notALead: 0, confirmed: 0 };
    const paulFigures = { ...counts, leads: 21, booked: 15, undecided: 6, rate: 71, low: 50, high: 86 };
    const noConfirmedRate = { confirmedRate: null };
    expect(totals).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
      by: 'week',
      direction: null,
      timeZone: 'America/New_York',
      isRecounting: false,
      total: {
        ...paulFigures,
        ...noConfirmedRate,
        leads: 24,
        unreached: 2,
        otherReason: 1,
        notALead: 3,
        rate: 63,
        low: 43,
        high: 79,
      },
      before: {
        ...counts,
        ...noConfirmedRate,
        from: '2026-02-01',
        to: '2026-02-28',
        leads: 25,
        booked: 4,
        undecided: 21,
        rate: 16,
        low: 6,
        high: 35,
      },
      change: { points: 47, low: 19, high: 65, isClear: true },
      accuracy: { jobs: 0, right: 0, ...noRate },
      reached: { count: 0, others: 0, ...noRate },
      wonLeads: { opened: 0, waiting: 0, won: 0, broughtCents: 0, estimated: 0 },
      agents: [
        { agentId, agentName: 'Paul', ...paulFigures, ...noConfirmedRate, asked: { count: 0, others: 0, ...noRate } },
      ],
      campaigns: [],
      hours: [
        {
          hour: 10,
          ...paulFigures,
          ...noConfirmedRate,
          leads: 22,
          otherReason: 1,
          notALead: 3,
          rate: 68,
          low: 47,
          high: 84,
        },
        { hour: 14, ...counts, ...noConfirmedRate, leads: 2, unreached: 2, ...noRate },
      ],
    });
    expect(trend.map(({ from, leads, rate }) => [from, leads, rate])).toEqual([
      ['2026-03-01', 0, null],
      ['2026-03-02', 0, null],
      ['2026-03-09', 22, 68],
      ['2026-03-16', 2, null],
      ['2026-03-23', 0, null],
      ['2026-03-30', 0, null],
    ]);
    expect(await fetchReport('&direction=outbound')).toMatchObject({
      direction: 'outbound',
      total: { leads: 2, unreached: 2 },
      agents: [],
      hours: [{ hour: 14 }],
    });
  });

  it('shows how often agents asked for the booking and how often outbound calls reached a person, once there are 20 calls', async () => {
    const { agents } = database.repositories;
    const [agentId, otherAgentId] = [
      await agents.findOrCreate(owner.account.id, 'Paul'),
      await agents.findOrCreate(owner.account.id, 'Mia'),
    ];
    await makeCalls(14, 'not_booked_other', { agentId }, { asked: 'asked' });
    await makeCalls(
      6,
      'not_booked_undecided',
      { agentId, direction: 'outbound' },
      { asked: 'not_asked', reached: 'reached' },
    );
    await makeCalls(2, 'not_booked_other', { agentId }, { asked: 'unclear' });
    await makeCalls(1, 'booked', { agentId }, { asked: 'asked' });
    await makeCalls(2, 'not_booked_other', { agentId: otherAgentId }, { asked: 'not_asked' });
    await makeCalls(16, 'not_a_lead', { direction: 'outbound' }, { reached: 'not_reached' });
    expect(await fetchReport()).toMatchObject({
      reached: { count: 6, others: 16, rate: 27, low: 13, high: 48 },
      agents: [
        { agentName: 'Paul', asked: { count: 14, others: 6, rate: 70, low: 48, high: 85 } },
        { agentName: 'Mia', asked: { count: 0, others: 2, rate: null, low: null, high: null } },
      ],
    });
    const countCalls = async (query: string): Promise<number> =>
      (await client.get<CallPageDto>(`/api/calls?limit=100&${MARCH}&${query}`)).body.items.length;
    expect(await countCalls(`asked=asked&agent=${agentId}`)).toBe(14);
    expect(await countCalls(`asked=not_asked&agent=${agentId}`)).toBe(6);
    expect(await countCalls('asked=asked,not_asked')).toBe(22);
    expect(await countCalls('reached=not_reached&direction=outbound')).toBe(16);
    expect((await client.get('/api/calls?asked=maybe')).status).toBe(400);
    const { body } = await client.get<string>(`${PATH}/export.csv?${MARCH}`);
    expect(body).toContain('Asked to book,Paul,2026-03-01,2026-03-31,70,48,85,20,14,,,,,,,,\r\n');
    expect(body).toContain('Asked to book,Mia,2026-03-01,2026-03-31,,,,2,0,,,,,,,,\r\n');
    expect(body).toContain('Reached,Outbound calls,2026-03-01,2026-03-31,27,13,48,22,6,,,,,,,,\r\n');
  });

  it('compares judged bookings with the jobs in ServiceTitan', async () => {
    await makeCalls(15, 'booked', { campaign: 'Radio' });
    await makeCalls(10, 'not_booked_other');
    await database.query(
      `
      insert into booking_facts (call_id, account_id, evidence, job_id)
      select call_id, account_id, 'lead_call', 'j1' from (
        select *, row_number() over (partition by booking) as number from analyses where account_id = $1) analysis
      where booking = 'booked' or number <= 5`,
      [owner.account.id],
    );
    expect(await fetchReport()).toMatchObject({
      total: { leads: 25, rate: 60, confirmed: 20, confirmedRate: 80 },
      before: { confirmed: 0, confirmedRate: null },
      accuracy: { jobs: 20, right: 15, rate: 75, low: 53, high: 89 },
      campaigns: [{ campaign: 'Radio', leads: 15, booked: 15, confirmed: 15, rate: null, confirmedRate: null }],
    });
    const { items } = (await client.get<CallPageDto>(`/api/calls?${MARCH}&booking=booked&hasJob=true&campaign=Radio`))
      .body;
    expect(items).toHaveLength(15);
    expect((await client.get('/api/calls?hasJob=false')).status).toBe(400);
    const { body } = await client.get<string>(`${PATH}/export.csv?${MARCH}`);
    expect(body).toContain('Campaign,Radio,2026-03-01,2026-03-31,,,,15,15,0,0,0,0,15,,,');
    expect(body).toContain('Judged correctly,Calls with a job,2026-03-01,2026-03-31,75,53,89,20,15,,,,,,,,');
  });

  it('shows the number and value of leads won back', async () => {
    const openedAt = new Date('2026-03-10T14:00:00Z');
    const makeLead = async (fields: object = {}): Promise<string> => {
      const { id } = await database.makeFollowUp(owner.account.id, {
        kind: 'lead',
        phone: null,
      });
      await database.manager.update('follow_ups', id, { openedAt, ...fields });
      return id;
    };
    const wonFields = { state: 'done', outcome: 'won' };
    const ids = [
      await makeLead({ ...wonFields, broughtCents: 42_050, jobId: 'j1' }),
      await makeLead({ ...wonFields, broughtCents: 30_000, isEstimate: true }),
      await makeLead({ ...wonFields, direction: 'outbound' }),
    ];
    const waitingId = await makeLead();
    await makeLead({ state: 'done', outcome: 'no_answer' });
    await makeLead({ state: 'dismissed' });
    await makeLead({ openedAt: new Date('2026-04-01T04:00:00Z') });
    expect((await fetchReport()).wonLeads).toEqual({
      opened: 5,
      waiting: 1,
      won: 3,
      broughtCents: 72_050,
      estimated: 1,
    });
    expect((await fetchReport('&direction=outbound')).wonLeads).toMatchObject({ opened: 1, won: 1, broughtCents: 0 });
    const [, , outboundId] = ids;
    const listFollowUpIds = async (callback: string): Promise<string[]> =>
      (
        await client.get<FollowUpPageDto>(
          `/api/follow-ups?kind=lead&callback=${callback}&openedFrom=2026-03-01&openedTo=2026-03-31`,
        )
      ).body.followUps.map(({ id }) => id);
    expect((await listFollowUpIds('won')).sort()).toEqual(ids.sort());
    expect(await listFollowUpIds('waiting')).toEqual([waitingId]);
    expect(await listFollowUpIds('all')).toHaveLength(5);
    expect(await listFollowUpIds('won&direction=outbound')).toEqual([outboundId]);
    const { body } = await client.get<string>(`${PATH}/export.csv?${MARCH}`);
    expect(body).toContain('Leads to win back,,2026-03-01,2026-03-31,,,,5,,,,,,,,3,720.5\r\n');
  });

  it("counts the same calls that the list's filters find", async () => {
    await makeCalls(1, 'booked');
    await makeCalls(2, 'not_booked_undecided');
    await makeCalls(1, 'not_booked_other', { occurredAt: new Date('2026-03-17T18:30:00Z') });
    const countCalls = async (query: string): Promise<number> =>
      (await client.get<CallPageDto>(`/api/calls?${MARCH}&${query}`)).body.items.length;
    expect(await countCalls('booking=not_booked_undecided')).toBe(2);
    expect(await countCalls('booking=booked,not_booked_undecided,not_booked_unreached,not_booked_other')).toBe(4);
    expect(await countCalls('booking=not_booked_other&hour=14')).toBe(1);
    expect(await countCalls('booking=not_booked_other&hour=10')).toBe(0);
  });

  it('exports a table, and rejects the same invalid queries as the report', async () => {
    await makeCalls(20, 'booked');
    const { body, headers } = await client.get<string>(`${PATH}/export.csv?${MARCH}&by=month&direction=inbound`);
    expect(headers.get('content-disposition')).toContain('bookings-2026-03-01-2026-03-31.csv');
    expect(body.replace('﻿', '').trim().split('\r\n')).toEqual([
      'Section,Name,From,To,Booking Rate (%),Low,High,Leads,Booked,Not booked: still deciding,Not booked: not reached,' +
        'Not booked: other reason,Not a lead,Leads with a job,Leads with a job (%),Won Back,US Dollars',
      'Total,Inbound,2026-03-01,2026-03-31,100,84,100,20,20,0,0,0,0,0,,,',
      'Previous total,Inbound,2026-02-01,2026-02-28,,,,0,0,0,0,0,0,0,,,',
      'Trend,,2026-03-01,2026-03-31,100,84,100,20,20,0,0,0,0,0,,,',
      'Hour,10:00,2026-03-01,2026-03-31,100,84,100,20,20,0,0,0,0,0,,,',
    ]);
    for (const query of ['from=2026-03-02&to=2026-03-01', 'agent=x', 'direction=up', 'by=year'])
      expect([query, (await client.get(`${PATH}?${query}`)).status]).toEqual([query, 400]);
  });
});
