import { randomUUID } from 'node:crypto';

import { DateTime } from 'luxon';

import type { Call } from '@ringwell/database/calls/call.entity';
import type { ClientResponse, ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { CallPageDto } from './dto/call-summary.dto';

describe('GET /api/calls', () => {
  const { database, account, client } = useSignedInOwner();

  const addCall = (overrides: Partial<Call> = {}): Promise<Call> => database.makeCall(account.id, overrides);
  const getPage = (query = ''): Promise<ClientResponse<CallPageDto>> => client.get<CallPageDto>(`/api/calls?${query}`);
  const listIds = async (query: Record<string, string>): Promise<string[]> =>
    (await getPage(new URLSearchParams(query).toString())).body.items.map(({ id }) => id);

  it('returns a summary of each call', async () => {
    const { id } = await database.makeCompletedCall(account.id, {
      call: {
        direction: 'inbound',
        fromNumber: '+1555',
        toNumber: '+1666',
        customerName: 'Dana',
        occurredAt: new Date('2026-03-31T14:05:00Z'),
        createdAt: new Date('2026-04-01T00:00:00Z'),
      },
      analysis: { topic: 'praise', summary: 'One sentence.\n\nAnother one.' },
    });
    const { status, headers, body } = await getPage();
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(body).toEqual({
      nextCursor: null,
      isSimilar: false,
      items: [
        {
          id,
          state: 'completed',
          source: 'n8n',
          direction: 'inbound',
          from: '+1555',
          to: '+1666',
          customerName: 'Dana',
          agentName: null,
          startedAt: '2026-03-31T14:05:00.000Z',
          receivedAt: '2026-04-01T00:00:00.000Z',
          durationSeconds: 40.6,
          sentiment: 'positive',
          needsReview: false,
          reviewReason: null,
          label: 'Positive',
          topic: 'praise',
          flags: [],
          correction: null,
          summary: 'One sentence. Another one.',
          skipReason: null,
          skipMessage: null,
          error: null,
          match: null,
        },
      ],
    });
  });

  it('responds with 304 while the list is unchanged', async () => {
    await addCall();
    const etag = String((await getPage()).headers.get('etag'));
    const requestWithEtag = (): Promise<ClientResponse<CallPageDto>> =>
      client.get('/api/calls', { 'if-none-match': etag, 'cache-control': 'max-age=0' });
    const unchangedResponse = await requestWithEtag();
    expect([unchangedResponse.status, unchangedResponse.body]).toEqual([304, '']);
    await addCall();
    const { status, body } = await requestWithEtag();
    expect([status, body.items.length]).toEqual([200, 2]);
  });

  it('returns the reason for a missing result, and the result of an earlier run', async () => {
    const createdAtHour = (hour: number): { createdAt: Date } => ({ createdAt: new Date(Date.UTC(2026, 0, 1, hour)) });
    await addCall({ state: 'failed', errorCode: 'X', errorMessage: 'It broke.', ...createdAtHour(3) });
    await addCall({ state: 'skipped', skipReason: 'no_speech', ...createdAtHour(2) });
    const rerun = await database.makeCompletedCall(account.id, { call: createdAtHour(1) });
    await database.query(`update calls set state = 'queued', run_number = 2 where id = $1`, [rerun.id]);
    expect((await getPage()).body.items).toMatchObject([
      { state: 'failed', error: { code: 'X', message: 'It broke.' } },
      { state: 'skipped', skipReason: 'no_speech', skipMessage: expect.stringContaining('No speech') as string },
      {
        state: 'queued',
        sentiment: 'positive',
        label: 'Positive',
        summary: 'The heater works again. The customer is pleased.',
      },
    ]);
  });

  it('returns every call once across pages while calls are added', async () => {
    // Timestamps are equal or microseconds apart, which a JavaScript date can't represent.
    await database.query(
      `
      insert into calls (account_id, source, created_at)
      select $1, 'n8n', timestamptz '2026-03-01 00:00:00' + number / 3 * interval '1 microsecond'
      from generate_series(1, 23) number`,
      [account.id],
    );
    const expected = await database.query<{ id: string }[]>(
      'select id from calls where account_id = $1 order by created_at desc, id desc',
      [account.id],
    );
    const listedIds: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: ClientResponse<CallPageDto> = await getPage(`limit=5${cursor && `&cursor=${cursor}`}`);
      expect(body.items.length).toBe(body.nextCursor === null ? 3 : 5);
      listedIds.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor;
      await addCall();
    }
    expect(listedIds).toEqual(expected.map(({ id }) => id));
  });

  it('returns no cursor when the last page is full', async () => {
    await Promise.all([addCall(), addCall()]);
    expect((await getPage('limit=2')).body).toMatchObject({ items: [{}, {}], nextCursor: null });
  });

  describe('times', () => {
    const march = (day: number, hour = 12): Date => new Date(Date.UTC(2026, 2, day, hour));

    it("sorts and filters by when the call took place, or when it was received if that's unknown", async () => {
      const lateUpload = await addCall({ occurredAt: march(1), createdAt: march(20) });
      const promptUpload = await addCall({ occurredAt: march(10), createdAt: march(10, 13) });
      const undatedCall = await addCall({ createdAt: march(5) });
      const futureCall = await addCall({ occurredAt: march(30), createdAt: march(7) });
      expect(await listIds({})).toEqual([promptUpload.id, futureCall.id, undatedCall.id, lateUpload.id]);
      expect(await listIds({ from: '2026-03-02', to: '2026-03-09' })).toEqual([futureCall.id, undatedCall.id]);
      expect(await listIds({ time: 'receivedAt' })).toEqual([
        lateUpload.id,
        promptUpload.id,
        futureCall.id,
        undatedCall.id,
      ]);
      expect(await listIds({ time: 'receivedAt', from: '2026-03-10' })).toEqual([lateUpload.id, promptUpload.id]);
      const { body } = await getPage('limit=3');
      expect((await getPage(`limit=3&cursor=${body.nextCursor}`)).body.items.map(({ id }) => id)).toEqual([
        lateUpload.id,
      ]);
    });

    it("reads dates in the account's time zone, even across a change to daylight saving time", async () => {
      await client.put('/api/my/settings', { timeZone: 'America/New_York' });
      const [callBefore, firstCall, lastCall, callAfter] = await Promise.all(
        ['2026-03-08T04:59:59Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z', '2026-03-09T04:00:00Z'].map((time) =>
          addCall({ occurredAt: new Date(time) }),
        ),
      );
      expect(await listIds({ from: '2026-03-08', to: '2026-03-08' })).toEqual([lastCall?.id, firstCall?.id]);
      expect(await listIds({ to: '2026-03-07' })).toEqual([callBefore?.id]);
      expect(await listIds({ from: '2026-03-09' })).toEqual([callAfter?.id]);
    });

    it("counts the days of quick ranges in the account's time zone, and combines them with dates", async () => {
      await client.put('/api/my/settings', { timeZone: 'Pacific/Auckland' });
      const today = DateTime.now().setZone('Pacific/Auckland').startOf('day');
      const rangeStarts = [0, 7, 30].map((days) => today.minus({ days }));
      const [todayCalls, weekCalls, monthCalls] = await Promise.all(
        rangeStarts.map(async (first) => {
          const { id } = await addCall({ occurredAt: first.toJSDate() });
          const { id: before } = await addCall({ occurredAt: first.minus({ seconds: 1 }).toJSDate() });
          return { id, before };
        }),
      );
      expect(await listIds({ range: 'today' })).toEqual([todayCalls?.id]);
      expect(await listIds({ range: '7d' })).toEqual([todayCalls?.id, todayCalls?.before, weekCalls?.id]);
      expect(await listIds({ range: '30d', to: String(rangeStarts[2]?.toISODate()) })).toEqual([monthCalls?.id]);
      expect(await listIds({ range: 'yesterday' })).toEqual([todayCalls?.before]);
      expect((await getPage('range=year')).status).toBe(400);
    });

    it('treats last week as Monday to Sunday', async () => {
      await client.put('/api/my/settings', { timeZone: 'America/Los_Angeles' });
      const monday = DateTime.now().setZone('America/Los_Angeles').startOf('week');
      const times = [monday.minus({ seconds: 1 }), monday.minus({ weeks: 1 }), monday.minus({ weeks: 1, seconds: 1 })];
      const [sunday, first] = await Promise.all(
        [monday, ...times].slice(1).map((time) => addCall({ occurredAt: time.toJSDate() })),
      );
      expect(await listIds({ range: 'last_week' })).toEqual([sunday?.id, first?.id]);
    });
  });

  describe('filters', () => {
    it('filters by one or more labels', async () => {
      const [happyCall, unhappyCall] = [
        await database.makeCompletedCall(account.id),
        await database.makeCompletedCall(account.id, { analysis: { sentiment: 'negative' } }),
      ];
      await addCall();
      expect(await listIds({ sentiment: 'negative' })).toEqual([unhappyCall.id]);
      expect(await listIds({ sentiment: 'positive, negative' })).toEqual([unhappyCall.id, happyCall.id]);
      expect(await listIds({ sentiment: '' })).toHaveLength(3);
    });

    it('finds a call that needs review by needs_review, but not by its guessed label', async () => {
      const unsureCall = await database.makeCompletedCall(account.id, {
        analysis: { sentiment: 'negative', needsReview: true, reviewReason: 'low_confidence' },
      });
      const unhappyCall = await database.makeCompletedCall(account.id, {
        analysis: { sentiment: 'negative' },
      });
      expect(await listIds({ sentiment: 'negative' })).toEqual([unhappyCall.id]);
      expect(await listIds({ sentiment: 'needs_review,negative' })).toEqual([unhappyCall.id, unsureCall.id]);
      expect((await getPage('sentiment=needs_review')).body.items).toMatchObject([
        {
          id: unsureCall.id,
          sentiment: 'negative',
          needsReview: true,
          reviewReason: 'low_confidence',
          label: 'Needs a listen',
        },
      ]);
    });

    it('filters by one or more topics, combined with labels', async () => {
      const [callWithoutTopic, delayCall, noShowCall, praiseCall] = [
        await database.makeCompletedCall(account.id),
        await database.makeCompletedCall(account.id, {
          analysis: { sentiment: 'negative', topic: 'delay' },
        }),
        await database.makeCompletedCall(account.id, {
          analysis: { sentiment: 'negative', topic: 'no_show' },
        }),
        await database.makeCompletedCall(account.id, { analysis: { topic: 'praise' } }),
      ];
      await addCall();
      expect(await listIds({ topic: 'delay' })).toEqual([delayCall.id]);
      expect(await listIds({ topic: 'no_show, delay, praise' })).toEqual([praiseCall.id, noShowCall.id, delayCall.id]);
      expect(await listIds({ topic: 'praise,delay', sentiment: 'negative' })).toEqual([delayCall.id]);
      expect(await listIds({ topic: 'delay', search: 'heater' })).toEqual([delayCall.id]);
      expect(await listIds({ topic: '' })).toHaveLength(5);
      expect((await getPage()).body.items.find(({ id }) => id === callWithoutTopic.id)).toMatchObject({ topic: null });
    });

    it('filters by state and direction', async () => {
      const queuedCall = await addCall({ direction: 'inbound' });
      const failedCall = await addCall({ state: 'failed', direction: 'outbound' });
      await addCall({ state: 'skipped' });
      expect(await listIds({ state: 'failed,queued' })).toEqual([failedCall.id, queuedCall.id]);
      expect(await listIds({ direction: 'outbound' })).toEqual([failedCall.id]);
      expect(await listIds({ state: 'failed', direction: 'inbound' })).toEqual([]);
    });

    it('filters by the date or time received', async () => {
      const [first, last] = [
        await addCall({ createdAt: new Date('2026-03-01T00:00:00Z') }),
        await addCall({ createdAt: new Date('2026-03-31T23:59:59.999Z') }),
      ];
      await addCall({ createdAt: new Date('2026-02-28T23:59:59.999Z') });
      await addCall({ createdAt: new Date('2026-04-01T00:00:00Z') });
      expect(await listIds({ from: '2026-03-01', to: '2026-03-31' })).toEqual([last.id, first.id]);
      expect(await listIds({ from: '2026-03-01T02:00:00+02:00', to: '2026-03-31T23:59:59Z' })).toEqual([first.id]);
    });
  });

  it('returns demo calls only to demo accounts', async () => {
    const demoCall = await addCall({ source: 'demo' });
    expect(await listIds({})).toEqual([]);
    await database.query(`update accounts set status = 'demo' where id = $1`, [account.id]);
    expect(await listIds({})).toEqual([demoCall.id]);
  });

  it.each([
    ['cursor', 'nonsense'],
    ['cursor', Buffer.from(`1.${'-'.repeat(36)}`).toString('base64url')],
    ['cursor', Buffer.from(`x.${randomUUID()}`).toString('base64url')],
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '2.5'],
    ['limit', 'ten'],
    ['sentiment', 'happy'],
    ['sentiment', 'positive,happy'],
    ['topic', 'weather'],
    ['booking', 'maybe'],
    ['state', 'done'],
    ['direction', 'both'],
    ['from', 'yesterday'],
    ['time', 'endedAt'],
    ['from', '2026-02-30'],
    ['to', '2026-13-01T00:00:00Z'],
    ['search', 'x'],
    ['search', 'a\u0000b'],
    ['search', 'x'.repeat(201)],
    ['page', '2'],
  ])('rejects %s=%j with a message', async (field, value) => {
    const { status, body } = await client.get(`/api/calls?${new URLSearchParams({ [field]: value }).toString()}`);
    expect({ status, ...body }).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      errors: [{ field, message: expect.stringMatching(/^(This .*|Use .*|Unknown field)\.$/) as string }],
    } satisfies Partial<Record<keyof ProblemBody | 'status', unknown>>);
  });

  it('rejects a parameter that is sent twice', async () => {
    expect((await client.get('/api/calls?direction=inbound&direction=outbound')).status).toBe(400);
  });
});
