import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Call } from '@ringwell/database/calls/call.entity';
import { makeAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { SessionClient, type Answer, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { CallPageDto } from './dto/call-summary.dto';

describe('GET /api/calls', () => {
  const { api, database } = useTestApi();
  let userId: string;
  let client: SessionClient;

  beforeEach(async () => {
    userId = (await makeAccount(database.dataSource)).user.id;
    client = await SessionClient.signIn(api, database.dataSource, userId);
  });

  const call = (overrides: Partial<Call> = {}): Promise<Call> => makeCall(database.dataSource, userId, overrides);
  const page = (query = ''): Promise<Answer<CallPageDto>> => client.get<CallPageDto>(`/api/calls?${query}`);
  const idsOf = async (query: Record<string, string>): Promise<string[]> =>
    (await page(new URLSearchParams(query).toString())).body.items.map(({ id }) => id);

  /** Calls that nobody said anything in. */
  const makeLaterCalls = (count: number): Promise<unknown> =>
    database.dataSource.query(
      `
    insert into calls (user_id, source, created_at) select $1, 'n8n', now() + number * interval '1 second' from generate_series(1, $2::int) number`,
      [userId, count],
    );

  it('shows each call as a line', async () => {
    const { id } = await makeCompletedCall(database.dataSource, userId, {
      call: {
        direction: 'inbound',
        fromNumber: '+1555',
        toNumber: '+1666',
        customerName: 'Dana',
        occurredAt: new Date('2026-03-31T14:05:00Z'),
        createdAt: new Date('2026-04-01T00:00:00Z'),
      },
      analysis: { summary: 'One sentence.\n\nAnother one.' },
    });
    const { status, headers, body } = await page();
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      nextCursor: null,
      items: [
        {
          id,
          state: 'completed',
          source: 'n8n',
          direction: 'inbound',
          from: '+1555',
          to: '+1666',
          customerName: 'Dana',
          startedAt: '2026-03-31T14:05:00.000Z',
          receivedAt: '2026-04-01T00:00:00.000Z',
          durationSeconds: 40.6,
          sentiment: 'positive',
          label: 'Positive',
          summary: 'One sentence. Another one.',
          skipReason: null,
          skipMessage: null,
          error: null,
        },
      ],
    });
  });

  it('shows why a call has no result, and the one of an earlier run', async () => {
    const at = (hour: number): { createdAt: Date } => ({ createdAt: new Date(Date.UTC(2026, 0, 1, hour)) });
    await call({ state: 'failed', errorCode: 'X', errorMessage: 'It broke.', ...at(3) });
    await call({ state: 'skipped', skipReason: 'no_speech', ...at(2) });
    const rerun = await makeCompletedCall(database.dataSource, userId, { call: at(1) });
    await database.dataSource.query(`update calls set state = 'queued', run_number = 2 where id = $1`, [rerun.id]);
    expect((await page()).body.items).toMatchObject([
      { state: 'failed', error: { code: 'X', message: 'It broke.' } },
      { state: 'skipped', skipReason: 'no_speech', skipMessage: expect.stringContaining('Nobody speaks') as string },
      {
        state: 'queued',
        sentiment: 'positive',
        label: 'Positive',
        summary: 'The heater works again. The customer is pleased.',
      },
    ]);
  });

  it('gives every call once, page by page, while more come in', async () => {
    // Microseconds apart, and some at the same moment: more than a JavaScript date could tell.
    await database.dataSource.query(
      `
      insert into calls (user_id, source, created_at)
      select $1, 'n8n', timestamptz '2026-03-01 00:00:00' + number / 3 * interval '1 microsecond' from generate_series(1, 23) number`,
      [userId],
    );
    const expected = await database.dataSource.query<{ id: string }[]>(
      'select id from calls where user_id = $1 order by created_at desc, id desc',
      [userId],
    );
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: Answer<CallPageDto> = await page(`limit=5${cursor && `&cursor=${cursor}`}`);
      expect(body.items.length).toBe(body.nextCursor === null ? 3 : 5);
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor;
      await call();
    }
    expect(seen).toEqual(expected.map(({ id }) => id));
  });

  it('ends with a full page when there is no more', async () => {
    await Promise.all([call(), call()]);
    expect((await page('limit=2')).body).toMatchObject({ items: [{}, {}], nextCursor: null });
  });

  describe('narrowed', () => {
    it('by one label or several', async () => {
      const [happy, unhappy] = [
        await makeCompletedCall(database.dataSource, userId),
        await makeCompletedCall(database.dataSource, userId, { analysis: { sentiment: 'negative' } }),
      ];
      await call();
      expect(await idsOf({ sentiment: 'negative' })).toEqual([unhappy.id]);
      expect(await idsOf({ sentiment: 'positive, negative' })).toEqual([unhappy.id, happy.id]);
      expect(await idsOf({ sentiment: '' })).toHaveLength(3);
    });

    it('by state and direction', async () => {
      const queued = await call({ direction: 'inbound' });
      const failed = await call({ state: 'failed', direction: 'outbound' });
      await call({ state: 'skipped' });
      expect(await idsOf({ state: 'failed,queued' })).toEqual([failed.id, queued.id]);
      expect(await idsOf({ direction: 'outbound' })).toEqual([failed.id]);
      expect(await idsOf({ state: 'failed', direction: 'inbound' })).toEqual([]);
    });

    it('by the time of handing in: whole days, or moments', async () => {
      const [first, last] = [
        await call({ createdAt: new Date('2026-03-01T00:00:00Z') }),
        await call({ createdAt: new Date('2026-03-31T23:59:59.999Z') }),
      ];
      await call({ createdAt: new Date('2026-02-28T23:59:59.999Z') });
      await call({ createdAt: new Date('2026-04-01T00:00:00Z') });
      expect(await idsOf({ from: '2026-03-01', to: '2026-03-31' })).toEqual([last.id, first.id]);
      expect(await idsOf({ from: '2026-03-01T02:00:00+02:00', to: '2026-03-31T23:59:59Z' })).toEqual([first.id]);
    });

    it.each([
      ['the transcript', { text: 'Customer: I would like my MONEY back.' }, 'money back'],
      ['the summary', { analysis: { summary: 'The compressor is broken.' } }, 'Compressor'],
      ["the customer's name", { call: { customerName: 'Zoë O’Neill' } }, 'zoë o’n'],
      ['a number as it is written', { call: { toNumber: '(555) 123-4567' } }, '123-45'],
      ['a number written otherwise', { call: { fromNumber: '+1 (555) 123-4567' } }, '5551234'],
      ['a number by other signs', { call: { fromNumber: '+15551234567' } }, '(555) 123-4567'],
      ['words with a percent sign', { text: 'Customer: It is 100% certain.' }, '100%'],
      ['words with an underscore', { analysis: { summary: 'The code is a_b.' } }, 'a_b'],
      ['words with a backslash', { call: { customerName: 'C:\\calls' } }, ':\\ca'],
    ])('by words in %s, in few calls and in many', async (_place, parts, search) => {
      const found = await makeCompletedCall(database.dataSource, userId, parts);
      await makeCompletedCall(database.dataSource, userId, {
        text: 'Customer: axb, 100 percent.',
        call: { customerName: 'axb 100', fromNumber: '+1777' },
      });
      expect(await idsOf({ search })).toEqual([found.id]);
      await makeLaterCalls(700);
      expect(await idsOf({ search })).toEqual([found.id]);
    });

    it('takes no sign of the search for a pattern', async () => {
      await makeCompletedCall(database.dataSource, userId);
      for (const search of ['%%', '__', '%a', '\\\\', 'T_ank']) expect(await idsOf({ search })).toEqual([]);
    });

    it('by words of calls that many later ones have come after, and only within the account', async () => {
      const old = { createdAt: new Date('2026-01-01T00:00:00Z') };
      const [said, summed, named] = [
        await makeCompletedCall(database.dataSource, userId, { call: old, text: 'Customer: the porcupine is back.' }),
        await makeCompletedCall(database.dataSource, userId, {
          call: { createdAt: new Date('2026-01-02T00:00:00Z') },
          analysis: { summary: 'A porcupine again.' },
        }),
        await call({ createdAt: new Date('2026-01-03T00:00:00Z'), customerName: 'Porcupine Ltd.' }),
      ];
      const stranger = await makeAccount(database.dataSource);
      await makeCompletedCall(database.dataSource, stranger.user.id, { text: 'Customer: my porcupine.' });
      await makeLaterCalls(700);
      expect(await idsOf({ search: 'PORCUPINE' })).toEqual([named.id, summed.id, said.id]);
      expect(await idsOf({ search: 'porcupine', limit: '2' })).toEqual([named.id, summed.id]);
      const { nextCursor } = (await page('search=porcupine&limit=2')).body;
      expect(await idsOf({ search: 'porcupine', limit: '2', cursor: nextCursor ?? '' })).toEqual([said.id]);
      expect(await idsOf({ search: 'porcupine', to: '2026-01-02', sentiment: 'positive' })).toEqual([
        summed.id,
        said.id,
      ]);
      expect(await idsOf({ search: 'porcupine', from: '2026-01-03' })).toEqual([named.id]);
    });

    it('by words that some of many calls have, each of them once', async () => {
      await database.dataSource.query(
        `
        insert into calls (user_id, source, customer_name, created_at)
        select $1, 'n8n', case when number % 20 = 0 then 'Walrus ' || number end, timestamptz '2026-02-01' + number * interval '1 second' from generate_series(1, 1000) number`,
        [userId],
      );
      const names = async (query: string): Promise<(string | null)[]> =>
        (await page(query)).body.items.map(({ customerName }) => customerName);
      expect(await names('search=walrus&limit=4')).toEqual(['Walrus 1000', 'Walrus 980', 'Walrus 960', 'Walrus 940']);
      expect(await names('search=walrus&limit=30')).toEqual(
        Array.from({ length: 30 }, (_, index) => `Walrus ${1000 - index * 20}`),
      );
      expect(await names('search=walrus&limit=100')).toHaveLength(50);
    });

    it('by words that are said in some of many calls, the latest first', async () => {
      await database.dataSource.query(
        `
        with call as (
          insert into calls (user_id, source, external_id, state, result_run_number, created_at)
          select $1, 'n8n', number::text, 'completed', 1, timestamptz '2026-02-01' + number * interval '10 minutes' from generate_series(1, 1000) number
          returning id, external_id::int as number, created_at
        )
        insert into transcripts (call_id, user_id, run_number, engine, language, duration_seconds, segments, text, created_at)
        select id, $1, 1, 'test', 'en', 60, '[]', case when number % 20 = 0 then 'My Walrus is ill.' else 'Hello.' end, created_at + interval '90 minutes' from call`,
        [userId],
      );
      const latest = await database.dataSource.query<{ id: string }[]>(
        `
        select id from calls where user_id = $1 and external_id::int % 20 = 0 order by created_at desc`,
        [userId],
      );
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body }: Answer<CallPageDto> = await page(`search=walrus&limit=8${cursor && `&cursor=${cursor}`}`);
        seen.push(...body.items.map(({ id }) => id));
        cursor = body.nextCursor;
      }
      expect(seen).toEqual(latest.map(({ id }) => id));
    });

    it.each([0, 700])('by the result that is shown, whatever the call is at (%d later calls)', async (later) => {
      const text = 'Customer: my furnace';
      const again = await makeCompletedCall(database.dataSource, userId, {
        text,
        call: { state: 'failed', runNumber: 2 },
      });
      await makeCompletedCall(database.dataSource, userId, { text, call: { state: 'running', resultRunNumber: null } });
      await makeLaterCalls(later);
      expect(await idsOf({ search: 'furnace' })).toEqual([again.id]);
      expect(await idsOf({ sentiment: 'positive' })).toEqual([again.id]);
    });
  });

  it.each(['/api/calls', '/api/calls/export.csv'])('says that a search takes too long (%s)', async (path) => {
    await makeCompletedCall(database.dataSource, userId);
    const asking = await cancelled(() => client.get(`${path}?search=furnace`));
    expect(asking).toMatchObject({
      status: 422,
      body: {
        code: 'SEARCH_TOO_SLOW',
        message: 'This search takes too long. Narrow the dates or search for a longer word.',
      },
    });
    expect(await cancelled(() => client.get(path))).toMatchObject({
      status: 503,
      body: { code: 'DATABASE_UNAVAILABLE' },
    });
  });

  /** Keeps the API's statement waiting, and stops it with the code that a time limit stops it with. */
  async function cancelled<T>(ask: () => Promise<T>): Promise<T> {
    return database.dataSource.transaction(async (manager) => {
      await manager.query('lock table analyses in access exclusive mode');
      const asking = ask();
      const stop = (): Promise<unknown[]> =>
        database.dataSource.query(`
        select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'ringwell-api' and wait_event_type = 'Lock'`);
      while ((await stop()).length === 0) await sleep(10);
      return asking;
    });
  }

  it('shows demo calls to a demo account only', async () => {
    const demo = await call({ source: 'demo' });
    expect(await idsOf({})).toEqual([]);
    await database.dataSource.query(`update users set status = 'demo' where id = $1`, [userId]);
    expect(await idsOf({})).toEqual([demo.id]);
  });

  it.each([
    ['cursor', 'nonsense'],
    ['cursor', Buffer.from(`1.${'-'.repeat(36)}`).toString('base64url')],
    ['cursor', Buffer.from(`x.${randomUUID()}`).toString('base64url')],
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '2.5'],
    ['limit', 'ten'],
    ['limit', ''],
    ['sentiment', 'happy'],
    ['sentiment', 'positive,happy'],
    ['state', 'done'],
    ['direction', 'both'],
    ['from', 'yesterday'],
    ['from', '2026-02-30'],
    ['to', '2026-13-01T00:00:00Z'],
    ['search', 'x'],
    ['search', 'a\u0000b'],
    ['search', 'x'.repeat(201)],
    ['page', '2'],
  ])('refuses %s=%j with a sentence', async (field, value) => {
    const { status, body } = await client.get(`/api/calls?${new URLSearchParams({ [field]: value }).toString()}`);
    expect({ status, ...body }).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      errors: [{ field, message: expect.stringMatching(/^(This .*|Unknown field)\.$/) as string }],
    } satisfies Partial<Record<keyof ProblemBody | 'status', unknown>>);
  });

  it('refuses a parameter that is sent twice', async () => {
    expect((await client.get('/api/calls?direction=inbound&direction=outbound')).status).toBe(400);
  });
});
