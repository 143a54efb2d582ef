import { setTimeout as sleep } from 'node:timers/promises';

import { makeAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { SessionClient, type Answer } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { CallPageDto } from './dto/call-summary.dto';

describe('GET /api/calls?search', () => {
  const { api, database } = useTestApi();
  let userId: string;
  let client: SessionClient;

  beforeEach(async () => {
    userId = (await makeAccount(database.dataSource)).user.id;
    client = await SessionClient.signIn(api, database.dataSource, userId);
  });

  const page = (query = ''): Promise<Answer<CallPageDto>> => client.get<CallPageDto>(`/api/calls?${query}`);
  const idsOf = async (query: Record<string, string>): Promise<string[]> =>
    (await page(new URLSearchParams(query).toString())).body.items.map(({ id }) => id);
  const makeLaterCalls = (count: number): Promise<unknown> =>
    database.dataSource.query(
      `
      insert into calls (user_id, source, created_at)
      select $1, 'n8n', now() + number * interval '1 second' from generate_series(1, $2::int) number`,
      [userId, count],
    );

  it.each([
    ['the transcript', { text: 'Customer: I would like my MONEY back.' }, 'money back'],
    ['the summary', { analysis: { summary: 'The compressor is broken.' } }, 'Compressor'],
    ["the customer's name", { call: { customerName: 'Zoë O’Neill' } }, 'zoë o’n'],
    ['a number as written', { call: { toNumber: '(555) 123-4567' } }, '123-45'],
    ['a number in another notation', { call: { fromNumber: '+1 (555) 123-4567' } }, '5551234'],
    ['a number searched in another notation', { call: { fromNumber: '+15551234567' } }, '(555) 123-4567'],
    ['words with a percent sign', { text: 'Customer: It is 100% certain.' }, '100%'],
    ['words with an underscore', { analysis: { summary: 'The code is a_b.' } }, 'a_b'],
    ['words with a backslash', { call: { customerName: 'C:\\calls' } }, ':\\ca'],
  ])('finds text in %s, among few and many calls', async (_place, parts, search) => {
    const found = await makeCompletedCall(database.dataSource, userId, parts);
    await makeCompletedCall(database.dataSource, userId, {
      text: 'Customer: axb, 100 percent.',
      call: { customerName: 'axb 100', fromNumber: '+1777' },
    });
    expect(await idsOf({ search })).toEqual([found.id]);
    await makeLaterCalls(700);
    expect(await idsOf({ search })).toEqual([found.id]);
  });

  it('treats wildcards in the search as text', async () => {
    await makeCompletedCall(database.dataSource, userId);
    for (const search of ['%%', '__', '%a', '\\\\', 'T_ank']) expect(await idsOf({ search })).toEqual([]);
  });

  it('finds old calls behind many newer ones, within the account only', async () => {
    const old = { createdAt: new Date('2026-01-01T00:00:00Z') };
    const [said, summed, named] = [
      await makeCompletedCall(database.dataSource, userId, { call: old, text: 'Customer: the porcupine is back.' }),
      await makeCompletedCall(database.dataSource, userId, {
        call: { createdAt: new Date('2026-01-02T00:00:00Z') },
        analysis: { summary: 'A porcupine again.' },
      }),
      await makeCall(database.dataSource, userId, {
        createdAt: new Date('2026-01-03T00:00:00Z'),
        customerName: 'Porcupine Ltd.',
      }),
    ];
    const stranger = await makeAccount(database.dataSource);
    await makeCompletedCall(database.dataSource, stranger.user.id, { text: 'Customer: my porcupine.' });
    await makeLaterCalls(700);
    expect(await idsOf({ search: 'PORCUPINE' })).toEqual([named.id, summed.id, said.id]);
    expect(await idsOf({ search: 'porcupine', limit: '2' })).toEqual([named.id, summed.id]);
    const { nextCursor } = (await page('search=porcupine&limit=2')).body;
    expect(await idsOf({ search: 'porcupine', limit: '2', cursor: nextCursor ?? '' })).toEqual([said.id]);
    expect(await idsOf({ search: 'porcupine', to: '2026-01-02', sentiment: 'positive' })).toEqual([summed.id, said.id]);
    expect(await idsOf({ search: 'porcupine', from: '2026-01-03' })).toEqual([named.id]);
  });

  it('returns each of many matching calls once', async () => {
    await database.dataSource.query(
      `
      insert into calls (user_id, source, customer_name, created_at)
      select
        $1, 'n8n', case when number % 20 = 0 then 'Walrus ' || number end,
        timestamptz '2026-02-01' + number * interval '1 second'
      from generate_series(1, 1000) number`,
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

  it('returns matches in transcripts across pages, most recent first', async () => {
    await database.dataSource.query(
      `
      with call as (
        insert into calls (user_id, source, external_id, state, result_run_number, created_at)
        select
          $1, 'n8n', number::text, 'completed', 1, timestamptz '2026-02-01' + number * interval '10 minutes'
        from generate_series(1, 1000) number
        returning id, external_id::int as number, created_at
      )
      insert into transcripts
        (call_id, user_id, run_number, engine, language, duration_seconds, segments, text, created_at)
      select
        id, $1, 1, 'test', 'en', 60, '[]', case when number % 20 = 0 then 'My Walrus is ill.' else 'Hello.' end,
        created_at + interval '90 minutes'
      from call`,
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

  it.each([0, 700])('searches the current result, whatever the state of the call (%d newer calls)', async (later) => {
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

  it.each(['/api/calls', '/api/calls/export.csv'])('reports a search that timed out (%s)', async (path) => {
    await makeCompletedCall(database.dataSource, userId);
    const asking = await canceled(() => client.get(`${path}?search=furnace`));
    expect(asking).toMatchObject({
      status: 422,
      body: {
        code: 'SEARCH_TOO_SLOW',
        message: 'Search timed out. Try a shorter date range or a longer search term.',
      },
    });
    expect(await canceled(() => client.get(path))).toMatchObject({
      status: 503,
      body: { code: 'DATABASE_UNAVAILABLE' },
    });
  });

  // Blocks the API's statement and cancels it, with the same error code as a statement timeout.
  async function canceled<T>(ask: () => Promise<T>): Promise<T> {
    return database.dataSource.transaction(async (manager) => {
      await manager.query('lock table analyses in access exclusive mode');
      const asking = ask();
      const stop = (): Promise<unknown[]> =>
        database.dataSource.query(`
          select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'ringwell-api' and wait_event_type = 'Lock'`);
      while ((await stop()).length === 0) await sleep(10);
      return asking;
    });
  }
});
