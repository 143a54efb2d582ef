import { RetentionRepository } from '@ringwell/database/calls/retention.repository';
import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';
import { cancelStatement } from '@ringwell/testing/cancel-statement';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { problem, type ClientResponse } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { CallPageDto } from './dto/call-summary.dto';

describe('GET /api/calls?search', () => {
  const { database, account, client } = useSignedInOwner();

  const getPage = (query = ''): Promise<ClientResponse<CallPageDto>> => client.get<CallPageDto>(`/api/calls?${query}`);
  const listIds = async (query: Record<string, string>): Promise<string[]> =>
    (await getPage(new URLSearchParams(query).toString())).body.items.map(({ id }) => id);
  const makeLaterCalls = (count: number): Promise<unknown> =>
    database.query(
      `
      insert into calls (account_id, source, created_at)
      select $1, 'n8n', now() + number * interval '1 second' from generate_series(1, $2::int) number`,
      [account.id, count],
    );

  const CALLS: Record<string, Parameters<typeof makeCompletedCall>[2]> = {
    leak: {
      text: 'Customer: The DISHWASHER upstairs is leaking again, at 10:30am. I paid $1,200.00 for it.',
      call: { customerName: 'Karen Voss', fromNumber: '+15550102345' },
    },
    cold: {
      analysis: { summary: 'The compressor at 1200 Elm Street is broken.' },
      call: { customerName: 'Zoë O’Neill', toNumber: '555-010-6789', externalId: 'CA-2f81/77', jobId: 'J-1204' },
    },
    callback: { text: 'Customer: Call me at 555 010 2345.', call: { customerName: 'Will Ames' } },
    other: {
      text: 'Customer: It is leaking upstairs, at 10:15 or 11:30. Not 12 or 200.',
      call: { customerName: 'Wil Keren', fromNumber: '+15552345010', externalId: '2f81-CA/77', jobId: '1204 J' },
    },
    multilingual: { text: 'Customer: ¿Cuándo vienen? «Mañana»… गीतांजलि', call: { fromNumber: '+15553334444' } },
  };
  const SEARCHES: [search: string, calls: string[]][] = [
    ['leaks upstairs dishwashers', ['leak']],
    ['"upstairs is leaking"', ['leak']],
    ['"leaking upstairs"', ['other']],
    ['leaking -dishwasher', ['other']],
    ['compressor or dishwasher', ['leak', 'cold']],
    ['voss dishwasher', ['leak']],
    ['upstairs dishw', ['leak']],
    ['1200', ['leak', 'cold']],
    ['$1,200', ['leak', 'cold']],
    ['10:30', ['leak']],
    ['10:30 a.m.', ['leak']],
    ['Compressors', ['cold']],
    ["zoe o'neill", ['cold']],
    ['will', ['callback']],
    ['(555) 010-2345', ['leak', 'callback']],
    ['555.010.2345', ['leak', 'callback']],
    ['+1 555 010 6789', ['cold']],
    ['010-2345', ['leak']],
    ['501023', ['leak']],
    ['\u202A+1 555\u2011333\u20114444\u202C', ['multilingual']],
    ['\u2066333\u20104444\u2069', ['multilingual']],
    ['CUANDO mañana', ['multilingual']],
    ['गीतां', ['multilingual']],
    ['karen 555-010-2345', ['leak']],
    ['ca-2f81/77', ['cold']],
    ['j-1204', ['cold']],
    ['porcupine dishwasher', []],
    ['"dishw"', []],
    ['102345501', []],
    ['%%', []],
    ['a_b', []],
  ];

  it('finds words in any form and order, phrases, names and numbers, whether among a few calls or many', async () => {
    const nameById = new Map<string, string>();
    for (const [name, parts] of Object.entries(CALLS))
      nameById.set((await database.makeCompletedCall(account.id, parts)).id, name);
    const runSearches = (): Promise<[string, string[]][]> =>
      Promise.all(
        SEARCHES.map(async ([search]) => [
          search,
          (await listIds({ search })).map((id) => nameById.get(id) ?? '').reverse(),
        ]),
      );
    expect(await runSearches()).toEqual(SEARCHES);
    await makeLaterCalls(120);
    expect(await runSearches()).toEqual(SEARCHES);
  });

  it('shows the sentence with the most search words, their positions in it, and its time', async () => {
    const segments: TranscriptSegment[] = [
      { speaker: 'agent', startMs: 0, endMs: 2_000, text: 'Is the dishwasher old?' },
      {
        speaker: 'customer',
        startMs: 12_340,
        endMs: 19_000,
        text: 'Not at all. Both dishwashers leak, and I paid $1,200. Can you come?',
      },
    ];
    await database.makeCompletedCall(account.id, { segments, call: { customerName: 'Karen Voss' } });
    await database.makeCompletedCall(account.id, {
      analysis: { summary: 'The customer called. A leaking dishwasher at 1200 Elm Street.' },
      call: { createdAt: new Date('2026-01-01T00:00:00Z') },
    });
    const { items, isSimilar } = (await getPage('search=leaking+dishwasher+1200')).body;
    const matches = items.map(({ match }) => ({
      ...match,
      marks: match?.marks.map(({ start, end }) => match.text.slice(start, end)),
    }));
    expect(matches).toEqual([
      {
        source: 'transcript',
        text: 'Both dishwashers leak, and I paid $1,200.',
        marks: ['dishwashers', 'leak', '1,200'],
        speaker: 'customer',
        startSeconds: 12.34,
      },
      {
        source: 'summary',
        text: 'A leaking dishwasher at 1200 Elm Street.',
        marks: ['leaking', 'dishwasher', '1200'],
        speaker: null,
        startSeconds: null,
      },
    ]);
    expect(isSimilar).toBe(false);
    expect((await getPage('search=dishw')).body.items[0]?.match?.text).toBe('Is the dishwasher old?');
    expect((await getPage('search=voss')).body.items.map(({ match }) => match)).toEqual([null]);
  });

  it('finds similar names, page by page, but only if no call has the words', async () => {
    for (const [day, customerName] of ['Ann Johnson', 'Bob Johnson', 'Cy Johnson', 'Dee Smith'].entries())
      await database.makeCall(account.id, {
        customerName,
        createdAt: new Date(Date.UTC(2026, 0, 1 + day)),
      });
    const stranger = await database.makeAccount();
    await database.makeCall(stranger.account.id, { customerName: 'Eve Johnson' });
    const getCustomerNames = ({ body }: ClientResponse<CallPageDto>): (string | null)[] =>
      body.items.map(({ customerName }) => customerName);
    const firstPage = await getPage('search=jonson&limit=2');
    expect([getCustomerNames(firstPage), firstPage.body.isSimilar]).toEqual([['Cy Johnson', 'Bob Johnson'], true]);
    const secondPage = await getPage(`search=jonson&limit=2&cursor=${firstPage.body.nextCursor}`);
    expect([getCustomerNames(secondPage), secondPage.body.isSimilar]).toEqual([['Ann Johnson'], true]);
    await database.makeCall(account.id, { customerName: 'Fay Jonson' });
    const exactMatches = await getPage('search=jonson');
    expect([getCustomerNames(exactMatches), exactMatches.body.isSimilar]).toEqual([['Fay Jonson'], false]);
  });

  it.each([0, 120])(
    "finds calls that have only a number by their known customer's name (%d newer calls)",
    async (newerCalls) => {
      await database.repositories.customers.findOrCreate(account.id, 'tel:+15552345678', 'Karen Voss');
      const callFields = { direction: 'inbound', customerName: null, fromNumber: '+15552345678' } as const;
      const ids: string[] = [];
      for (const call of [callFields, { ...callFields, fromNumber: '(555) 234-5678' }])
        ids.unshift((await database.makeCompletedCall(account.id, { call })).id);
      for (const state of ['skipped', 'queued'] as const)
        ids.unshift((await database.makeCall(account.id, { ...callFields, state })).id);
      await database.makeCall(account.id, { ...callFields, fromNumber: '+15562345678' }); // the same number except for the area code
      await makeLaterCalls(newerCalls);
      for (const search of ['voss', 'karen voss', 'vos', 'kareen'])
        expect([search, await listIds({ search })]).toEqual([search, ids]);
      expect(await listIds({ search: 'karen porcupine' })).toEqual([]);
      const { items } = (await getPage('search=voss')).body;
      expect(items.map(({ customerName }) => customerName)).toEqual(['Karen Voss', 'Karen Voss', null, 'Karen Voss']);
    },
  );

  it.each([0, 120])(
    "finds a call by its words and a name from the account's customers together (%d newer calls)",
    async (newerCalls) => {
      const { customers } = database.repositories;
      await customers.findOrCreate(account.id, 'tel:+15552345678', 'Karen Voss');
      await customers.findOrCreate(account.id, 'tel:+15552345679', 'Karen Lund');
      const makeCallWithText = async (fromNumber: string, text: string): Promise<string> =>
        (
          await database.makeCompletedCall(account.id, {
            text,
            call: { direction: 'inbound', customerName: null, fromNumber },
          })
        ).id;
      const id = await makeCallWithText('+15552345678', 'Customer: The dishwasher leaks again.');
      await makeCallWithText('+15552345678', 'Customer: The furnace is cold.');
      await makeCallWithText('+15552345679', 'Customer: My dishwashers leak.');
      await makeLaterCalls(newerCalls);
      for (const search of ['voss dishwasher', 'leaking dishwashers karen voss', 'dishwasher vos', 'voss dishw'])
        expect([search, await listIds({ search })]).toEqual([search, [id]]);
      expect(await listIds({ search: 'karen dishwasher' })).toHaveLength(2);
    },
  );

  it('reflects corrections to a call, and drops an expired transcript', async () => {
    const { id } = await database.makeCompletedCall(account.id, {
      segments: [{ speaker: 'customer', startMs: 0, endMs: 900, text: 'My furnish is cold.' }],
      analysis: { summary: 'It is cold. The customer said: "My furnish is cold."' },
      call: { customerName: 'Karin', createdAt: new Date('2026-01-01T00:00:00Z') },
    });
    await client.patch(`/api/calls/${id}`, { customerName: 'Karen' });
    await client.patch(`/api/calls/${id}/transcript`, { segment: 0, from: 'furnish', to: 'furnace' });
    expect([await listIds({ search: 'karin' }), await listIds({ search: 'karen' })]).toEqual([[id], [id]]);
    expect((await getPage('search=karin')).body.isSimilar).toBe(true);
    expect(await listIds({ search: 'furnace' })).toEqual([id]);
    await new RetentionRepository(database.manager).expireTranscripts(1, 10);
    expect(await listIds({ search: 'furnace' })).toEqual([]);
    expect(await listIds({ search: 'karen' })).toEqual([id]);
  });

  it('finds old calls among many newer ones, but only within the account', async () => {
    const oldCallFields = { createdAt: new Date('2026-01-01T00:00:00Z') };
    const [transcriptMatch, summaryMatch, nameMatch] = [
      await database.makeCompletedCall(account.id, {
        call: oldCallFields,
        text: 'Customer: the porcupine is back.',
      }),
      await database.makeCompletedCall(account.id, {
        call: { createdAt: new Date('2026-01-02T00:00:00Z') },
        analysis: { summary: 'A porcupine again.' },
      }),
      await database.makeCall(account.id, {
        createdAt: new Date('2026-01-03T00:00:00Z'),
        customerName: 'Porcupine Ltd.',
      }),
    ];
    const stranger = await database.makeAccount();
    await database.makeCompletedCall(stranger.account.id, { text: 'Customer: my porcupine.' });
    await makeLaterCalls(120);
    expect(await listIds({ search: 'PORCUPINE' })).toEqual([nameMatch.id, summaryMatch.id, transcriptMatch.id]);
    expect(await listIds({ search: 'porcupine', limit: '2' })).toEqual([nameMatch.id, summaryMatch.id]);
    const { nextCursor } = (await getPage('search=porcupine&limit=2')).body;
    expect(await listIds({ search: 'porcupine', limit: '2', cursor: nextCursor ?? '' })).toEqual([transcriptMatch.id]);
    expect(await listIds({ search: 'porcupine', to: '2026-01-02', sentiment: 'positive' })).toEqual([
      summaryMatch.id,
      transcriptMatch.id,
    ]);
    expect(await listIds({ search: 'porcupine', from: '2026-01-03' })).toEqual([nameMatch.id]);
  });

  it('returns each of many matching calls once', async () => {
    await database.query(
      `
      insert into calls (account_id, source, customer_name, created_at)
      select
        $1, 'n8n', case when number % 20 = 0 then 'Walrus ' || number end,
        timestamptz '2026-02-01' + number * interval '1 second'
      from generate_series(1, 1000) number`,
      [account.id],
    );
    const listNames = async (query: string): Promise<(string | null)[]> =>
      (await getPage(query)).body.items.map(({ customerName }) => customerName);
    expect(await listNames('search=walrus&limit=4')).toEqual(['Walrus 1000', 'Walrus 980', 'Walrus 960', 'Walrus 940']);
    expect(await listNames('search=walrus&limit=30')).toEqual(
      Array.from({ length: 30 }, (_, index) => `Walrus ${1000 - index * 20}`),
    );
    expect(await listNames('search=walrus&limit=100')).toHaveLength(50);
  });

  it('returns matches in transcripts across pages, most recent first', async () => {
    await database.query(
      `
      with call as (
        insert into calls (account_id, source, external_id, state, result_run_number, created_at)
        select
          $1, 'n8n', number::text, 'completed', 1, timestamptz '2026-02-01' + number * interval '10 minutes'
        from generate_series(1, 1000) number
        returning id, external_id::int as number, created_at
      )
      insert into transcripts
        (call_id, account_id, run_number, engine, language, duration_seconds, segments, text, created_at)
      select
        id, $1, 1, 'test', 'en', 60, '[]', case when number % 20 = 0 then 'My Walrus is ill.' else 'Hello.' end,
        created_at + interval '90 minutes'
      from call`,
      [account.id],
    );
    const expectedCalls = await database.query<{ id: string }[]>(
      `
      select id from calls where account_id = $1 and external_id::int % 20 = 0 order by created_at desc`,
      [account.id],
    );
    const listedIds: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: ClientResponse<CallPageDto> = await getPage(
        `search=walrus&limit=8${cursor && `&cursor=${cursor}`}`,
      );
      listedIds.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(listedIds).toEqual(expectedCalls.map(({ id }) => id));
  });

  it.each([0, 120])('finds a waiting call that has no search document yet (%d newer calls)', async (newerCalls) => {
    const waitingFields = { fromNumber: '+15550107788', customerName: 'Karen Voss', externalId: 'CA-77' };
    const ids = [];
    for (const state of ['queued', 'released', 'running'] as const)
      ids.unshift((await database.makeCall(account.id, { ...waitingFields, state, externalId: state })).id);
    await makeLaterCalls(newerCalls);
    const sql = 'select from call_search where account_id = $1';
    const documents = await database.query<object[]>(sql, [account.id]);
    expect(documents).toHaveLength(0);
    for (const search of ['010-7788', 'voss karen', '"karen voss"', 'vos', 'vosss'])
      expect([search, await listIds({ search })]).toEqual([search, ids]);
    expect(await listIds({ search: 'released' })).toEqual([ids[1]]);
    await database.query(`update calls set customer_name = 'Ann', state = 'skipped' where id = $1`, [ids[1]]);
    expect(await listIds({ search: 'ann' })).toEqual([ids[1]]);
    expect(await listIds({ search: 'karen' })).toEqual([ids[0], ids[2]]);
  });

  it("finds a call whose name changes while it's queued for another run", async () => {
    const failedCall = await database.makeCall(account.id, { state: 'failed', customerName: 'Karin' });
    await database.query(`update calls set state = 'queued' where id = $1`, [failedCall.id]);
    await client.patch(`/api/calls/${failedCall.id}`, { customerName: 'Karen' });
    expect(await listIds({ search: 'karen' })).toEqual([failedCall.id]);
    expect((await getPage('search=karen')).body.isSimilar).toBe(false);
  });

  it.each([0, 120])(
    "searches the current result regardless of the call's state (%d newer calls)",
    async (newerCalls) => {
      const text = 'Customer: my furnace';
      const reprocessedCall = await database.makeCompletedCall(account.id, {
        text,
        call: { state: 'failed', runNumber: 2 },
      });
      await database.makeCompletedCall(account.id, {
        text,
        call: { state: 'running', resultRunNumber: null },
      });
      await makeLaterCalls(newerCalls);
      expect(await listIds({ search: 'furnace' })).toEqual([reprocessedCall.id]);
      expect(await listIds({ sentiment: 'positive' })).toEqual([reprocessedCall.id]);
    },
  );

  it.each(['/api/calls', '/api/calls/export.csv'])('reports a search that timed out (%s)', async (path) => {
    await database.makeCompletedCall(account.id);
    const response = await cancelStatement(database.dataSource, 'analyses', () => client.get(`${path}?search=furnace`));
    expect(response).toMatchObject(
      problem(422, 'SEARCH_TOO_SLOW', {
        message: 'Search timed out. Try a shorter date range or a longer search term.',
      }),
    );
    expect(await cancelStatement(database.dataSource, 'analyses', () => client.get(path))).toMatchObject(
      problem(503, 'DATABASE_UNAVAILABLE'),
    );
  });
});
