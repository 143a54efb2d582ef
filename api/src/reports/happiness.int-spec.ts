import { DateTime } from 'luxon';

import type { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import { addDays } from '@ringwell/domain/weekly-letters/report-period';
import type { ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { HappinessDto } from './dto/happiness.dto';

const PATH = '/api/my/happiness';
const MARCH = '?from=2026-03-01&to=2026-03-31';

describe(PATH, () => {
  const { api, database, owner, client } = useSignedInOwner({ settings: { timeZone: 'America/New_York' } });

  const fetchReport = async (query = MARCH): Promise<HappinessDto> =>
    (await client.get<HappinessDto>(`${PATH}${query}`)).body;
  async function makeCalls(
    count: number,
    day: string,
    { analysis = {}, call = {} }: { analysis?: Partial<CallAnalysis>; call?: Partial<Call> } = {},
  ): Promise<void> {
    for (let index = 0; index < count; index += 1)
      await database.makeCompletedCall(owner.account.id, {
        call: { occurredAt: new Date(`${day}T14:30:00Z`), direction: 'inbound', ...call },
        analysis,
      });
  }
  const negative = { analysis: { sentiment: 'negative' as const } };

  it('shows the score with its confidence interval, the change, the trend and all breakdowns', async () => {
    const { agents } = database.repositories;
    const paulId = await agents.findOrCreate(owner.account.id, 'Paul');
    await makeCalls(5, '2026-02-15', negative);
    await makeCalls(5, '2026-02-20');
    await makeCalls(12, '2026-03-09', { call: { agentId: paulId, agentSource: 'heard' } });
    await makeCalls(3, '2026-03-10', { ...negative, call: { direction: 'outbound' } });
    await makeCalls(2, '2026-03-10', { analysis: { needsReview: true, reviewReason: 'low_confidence' } });
    const response = await client.get<HappinessDto>(`${PATH}${MARCH}&by=week`);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    const { trend, moments, ...otherFields } = response.body;
    const noScore = { score: null, low: null, high: null };
    const fewCallsFigures = { positive: 0, neutral: 0, negative: 3, needsReview: 0, judged: 3, ...noScore };
    const enoughCallsFigures = {
      positive: 12,
      neutral: 0,
      negative: 0,
      needsReview: 0,
      judged: 12,
      score: 100,
      low: 63,
      high: 100,
    };
    expect(otherFields).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
      by: 'week',
      direction: null,
      agent: null,
      timeZone: 'America/New_York',
      isRecounting: false,
      total: { positive: 12, neutral: 0, negative: 3, needsReview: 2, judged: 15, score: 60, low: 14, high: 92 },
      before: {
        from: '2026-02-01',
        to: '2026-02-28',
        positive: 5,
        neutral: 0,
        negative: 5,
        needsReview: 0,
        judged: 10,
        score: 0,
        low: -54,
        high: 54,
      },
      change: { points: 60, low: -14, high: 119, isClear: false },
      directions: [
        { direction: 'inbound', ...enoughCallsFigures, needsReview: 2 },
        { direction: 'outbound', ...fewCallsFigures },
      ],
      hours: [
        { weekday: 1, hour: 10, ...enoughCallsFigures },
        { weekday: 2, hour: 10, ...fewCallsFigures, needsReview: 2 },
      ],
      agents: [{ agentId: paulId, agentName: 'Paul', ...enoughCallsFigures }],
      topics: [],
      callbacks: {
        customers: 0,
        inTime: 0,
        late: 0,
        waiting: 0,
        never: 0,
        medianMinutes: null,
        recovered: 0,
        recoveredPercent: null,
      },
    });
    expect(
      trend.map(({ from, to, judged, before }) => [from, to, judged, before.from, before.to, before.judged]),
    ).toEqual([
      ['2026-03-01', '2026-03-01', 0, '2026-02-01', '2026-02-01', 0],
      ['2026-03-02', '2026-03-08', 0, '2026-02-02', '2026-02-08', 0],
      ['2026-03-09', '2026-03-15', 15, '2026-02-09', '2026-02-15', 5],
      ['2026-03-16', '2026-03-22', 0, '2026-02-16', '2026-02-22', 5],
      ['2026-03-23', '2026-03-29', 0, '2026-02-23', '2026-02-28', 0],
      ['2026-03-30', '2026-03-31', 0, '2026-02-28', '2026-02-28', 0], // February has no 30th
    ]);
    expect(moments).toHaveLength(3);
    expect(moments[0]).toMatchObject({
      sentiment: 'positive',
      startedAt: '2026-03-09T14:30:00.000Z',
      agentName: 'Paul',
      quote: 'Thank you so much',
      startMs: 1_000,
    });
  });

  it("combines agents matched to the same member under the member's name", async () => {
    const { agents } = database.repositories;
    const ids = [
      await agents.findOrCreate(owner.account.id, 'Paul'),
      await agents.findOrCreate(owner.account.id, 'Pauly'),
    ];
    const member = await database.makeMember(owner, 'member');
    for (const id of ids) {
      await agents.update(owner.account.id, id, { memberUserId: member.id });
      await makeCalls(1, '2026-03-09', { call: { agentId: id, agentSource: 'heard' } });
    }
    const { agents: listedAgents } = await fetchReport();
    expect(listedAgents).toMatchObject([{ agentName: 'Paul Ruiz', positive: 2 }]);
    expect(ids).toContain(listedAgents[0]?.agentId);
    for (const id of ids)
      expect((await client.get<string>(`${PATH}/export.csv${MARCH}&agent=${id}`)).body).toContain(
        '\nFilter,Paul Ruiz,',
      );
  });

  it("covers the last 30 days up to today in the account's time zone by default, grouped by day", async () => {
    const today = DateTime.now().setZone('America/New_York').toISODate();
    const { from, to, by, trend } = await fetchReport('');
    expect([to, from, by]).toEqual([today, addDays(to, -29), 'day']);
    expect(trend).toHaveLength(30);
    expect(await fetchReport('?to=2026-03-31')).toMatchObject({ from: '2026-03-02', to: '2026-03-31' });
  });

  it('groups by the shortest interval with enough calls when by=auto', async () => {
    const weeks = ['2026-03-02', '2026-03-09', '2026-03-16'];
    const fetchInterval = async (query: string): Promise<string> => (await fetchReport(`${query}&by=auto`)).by;
    for (const monday of weeks) for (const day of [0, 1, 2]) await makeCalls(4, addDays(monday, day));
    expect(await fetchInterval(MARCH)).toBe('week');
    for (const monday of weeks) await makeCalls(6, monday);
    expect(await fetchInterval(MARCH)).toBe('week');
    for (const monday of weeks) await makeCalls(6, addDays(monday, 1));
    expect(await fetchInterval(MARCH)).toBe('day');
    expect(await fetchInterval('?from=2026-03-01&to=2026-03-08')).toBe('day');
    expect(await fetchInterval('?from=2026-01-01&to=2026-03-31')).toBe('week');
    expect(await fetchInterval('?from=2025-04-01&to=2026-03-31')).toBe('month');
  });

  it('lists topics with the most complaints first', async () => {
    await makeCalls(3, '2026-03-09', { analysis: { topic: 'praise' } });
    await makeCalls(1, '2026-03-09', { analysis: { sentiment: 'negative', topic: 'delay' } });
    await makeCalls(2, '2026-03-09', { analysis: { sentiment: 'negative', topic: 'price' } });
    expect((await fetchReport()).topics.map(({ topic }) => topic)).toEqual(['price', 'delay', 'praise']);
  });

  it.each([
    ['?from=2026-02-30', 'from', 'This must be a date such as 2026-03-31.'],
    ['?to=yesterday', 'to', 'This must be a date such as 2026-03-31.'],
    ['?from=2026-03-02&to=2026-03-01', 'from', 'This must not be after the last day.'],
    ['?from=2025-03-30&to=2026-03-31', 'from', 'Choose at most 366 days.'],
    ['?from=9999-12-01&to=9999-12-31', 'to', 'Choose 2999-12-31 or earlier.'],
    ['?by=year', 'by', 'This must be auto, day, week or month.'],
    ['?direction=up', 'direction', 'This must be inbound or outbound.'],
    ['?agent=Paul', 'agent', 'This must be the ID of an agent.'],
  ])('rejects %s', async (query, field, message) => {
    const { status, body } = await client.get<ProblemBody>(`${PATH}${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field, message }] });
  });

  it('accepts tokens, and responds with 304 while nothing has changed', async () => {
    const tokenHeaders = { cookie: '', authorization: `Bearer ${owner.token}` };
    const { status, headers } = await client.get<HappinessDto>(`${PATH}${MARCH}`, tokenHeaders);
    expect(status).toBe(200);
    const conditionalHeaders = {
      ...tokenHeaders,
      'if-none-match': headers.get('etag') ?? '',
      'cache-control': 'max-age=0',
    };
    expect((await client.get(`${PATH}${MARCH}`, conditionalHeaders)).status).toBe(304);
    await makeCalls(1, '2026-03-09');
    expect((await client.get(`${PATH}${MARCH}`, conditionalHeaders)).status).toBe(200);
  });

  it('shows no data from other accounts', async () => {
    await makeCalls(1, '2026-03-09', { call: { direction: 'outbound' } });
    const otherAccount = await database.makeAccount();
    const otherClient = await api.signIn(otherAccount.user);
    expect((await otherClient.get<HappinessDto>(`${PATH}${MARCH}`)).body).toMatchObject({
      total: { judged: 0, score: null },
      directions: [],
      hours: [],
      moments: [],
    });
  });

  it('compares the last interval with the rest of a longer previous month', async () => {
    await makeCalls(2, '2026-10-31');
    const { trend, before } = await fetchReport('?from=2026-11-01&to=2026-11-30&by=month');
    expect(before).toMatchObject({ from: '2026-10-01', to: '2026-10-31', judged: 2 });
    expect(trend.map((interval) => interval.before)).toEqual([before]);
  });

  it('reports that older calls are still being counted', async () => {
    await makeCalls(1, '2026-03-09');
    await database.repositories.accounts.updateSettings(owner.account.id, {
      timeZone: 'Asia/Tokyo',
    });
    expect(await fetchReport()).toMatchObject({ isRecounting: true, timeZone: 'Asia/Tokyo' });
  });

  it('exports the report as a spreadsheet', async () => {
    await database.repositories.agents
      .findOrCreate(owner.account.id, '=Paul')
      .then((agentId) => makeCalls(10, '2026-03-09', { ...negative, call: { agentId, agentSource: 'heard' } }));
    const response = await client.get<string>(`${PATH}/export.csv${MARCH}&by=month`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename=happiness-2026-03-01-2026-03-31.csv',
    });
    const period = '2026-03-01,2026-03-31';
    const csvColumns = '-100,-100,-57,10,0,0,10,0,';
    expect(response.body.split('\r\n')).toEqual([
      expect.stringContaining(
        'Section,Name,From,To,Score,Low,High,Judged Calls,Positive,Neutral,Negative,Needs a Listen,Customers or Minutes',
      ),
      `Total,,${period},${csvColumns}`,
      'Previous total,,2026-02-01,2026-02-28,,,,0,0,0,0,0,',
      `Trend,,${period},${csvColumns}`,
      'Previous trend,,2026-02-01,2026-02-28,,,,0,0,0,0,0,',
      `Direction,Inbound,${period},${csvColumns}`,
      `Hour,Mon 10:00,${period},${csvColumns}`,
      `Agent,'=Paul,${period},${csvColumns}`,
      ...['Unhappy customers', 'On time', 'Late', 'Not yet', 'Never'].map(
        (name) => `Callbacks,${name},${period},,,,,,,,,0`,
      ),
      `Callbacks,Median minutes,${period},,,,,,,,,`,
      `Callbacks,Recovered,${period},,,,,,,,,0`,
      '',
    ]);
  });
});
