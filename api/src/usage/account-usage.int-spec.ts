import { randomUUID } from 'node:crypto';

import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { UsageRecordDto } from './dto/usage-record.dto';

const PATH = '/api/account/usage';

type UsageResponse = ClientResponse<UsageRecordDto & ProblemBody>;

describe('POST /api/account/usage', () => {
  const { api, database, owner: account } = useSignedInOwner();

  function post(body: unknown, headers: Record<string, string> = {}, token = account.token): Promise<UsageResponse> {
    return new SessionClient(api.url, '').post(PATH, body, {
      cookie: '',
      origin: '',
      authorization: `Bearer ${token}`,
      ...headers,
    });
  }
  const summarizeRecords = (): Promise<object[]> =>
    database.query(
      `
      select
        count(*)::int as records, coalesce(sum(minutes), 0)::float8 as minutes,
        coalesce(sum(instance_runs), 0)::int as runs
      from usage_records where account_id = $1`,
      [account.account.id],
    );
  const readDailyTotals = (): Promise<object[]> =>
    database.query(
      `
      select minutes::float8, calls, call_minutes::float8 as "callMinutes", instance_runs::int as runs
      from usage_daily where account_id = $1 and minutes > 0`,
      [account.account.id],
    );

  it('records usage with a bearer token and adds it to the day without counting a call', async () => {
    const metadata = { workflow: 'a', nested: { list: [1, 'two', null] } };
    const { status, headers, body } = await post({
      minutes: 12.5,
      instanceRuns: 2,
      apiCalls: 3,
      source: ' n8n ',
      metadata,
    });
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(body).toEqual({
      id: expect.any(String) as string,
      userId: account.account.id,
      minutes: 12.5,
      instanceRuns: 2,
      apiCalls: 3,
      source: 'n8n',
      metadata,
      recordedAt: expect.any(String) as string,
    });
    await post({ minutes: 0.75, instanceRuns: 1, source: 'n8n' });
    expect(await summarizeRecords()).toEqual([{ records: 2, minutes: 13.25, runs: 3 }]);
    expect(await readDailyTotals()).toEqual([{ minutes: 13.25, calls: 0, callMinutes: 0, runs: 3 }]);
  });

  it('records usage with a session, with 0 for missing fields', async () => {
    const session = await api.signIn(account.user);
    const { status, body } = await session.post<UsageRecordDto>(PATH, { source: 'manual' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      userId: account.account.id,
      minutes: 0,
      instanceRuns: 0,
      apiCalls: 0,
      source: 'manual',
      metadata: null,
    });
  });

  it('rounds minutes to two decimals, in the record and the total', async () => {
    for (const [sent, stored] of [
      [1.005, 1.01],
      [0.004, 0],
      [2.999, 3],
    ] as const)
      expect((await post({ minutes: sent, source: 'api' })).body.minutes).toBe(stored);
    expect(await summarizeRecords()).toMatchObject([{ minutes: 4.01 }]);
    expect(await readDailyTotals()).toMatchObject([{ minutes: 4.01 }]);
  });

  const MINUTES_MESSAGE = 'Minutes must be a positive number';
  const RUNS_MESSAGE = 'Instance runs must be a positive integer';
  const CALLS_MESSAGE = 'API calls must be a positive integer';
  it.each<[string, unknown, string]>([
    ['minutes', -0.01, MINUTES_MESSAGE],
    ['minutes', '5', MINUTES_MESSAGE],
    ['minutes', null, MINUTES_MESSAGE],
    ['minutes', 100_000.01, 'Use 100000 or less.'],
    ['instanceRuns', -1, RUNS_MESSAGE],
    ['instanceRuns', 1.5, RUNS_MESSAGE],
    ['instanceRuns', '1', RUNS_MESSAGE],
    ['instanceRuns', 1_000_001, 'Use 1000000 or less.'],
    ['apiCalls', -1, CALLS_MESSAGE],
    ['apiCalls', 0.1, CALLS_MESSAGE],
    ['apiCalls', true, CALLS_MESSAGE],
    ['source', '', 'Source is required'],
    ['source', '  ', 'Source is required'],
    ['source', null, 'Source is required'],
    ['source', undefined, 'Source is required'],
    ['source', 7, 'Source is required'],
    ['source', 'a\u0000b', 'Use a single line of plain text.'],
    ['source', 's'.repeat(101), 'Use 100 characters or fewer.'],
    ['userId', randomUUID(), 'Unknown field.'],
    ['callData', {}, 'Unknown field.'],
  ])('rejects %s set to %j', async (field, value, message) => {
    const { status, body } = await post({ source: 'api', [field]: value });
    expect([status, body.code, body.errors]).toEqual([400, 'VALIDATION_FAILED', [{ field, message }]]);
    expect(await summarizeRecords()).toMatchObject([{ records: 0 }]);
  });

  it('accepts the largest valid values', async () => {
    const { status, body } = await post({
      minutes: 100_000,
      instanceRuns: 1_000_000,
      apiCalls: 1_000_000,
      source: 's'.repeat(100),
    });
    expect([status, body.minutes, body.apiCalls]).toEqual([201, 100_000, 1_000_000]);
  });

  const nestedObject = (levels: number): object => (levels === 1 ? {} : { a: nestedObject(levels - 1) });
  it.each<[string, unknown, number]>([
    ['of 16 kB', { a: 'x'.repeat(16_384 - '{"a":""}'.length) }, 201],
    ['over 16 kB', { a: 'x'.repeat(16_385 - '{"a":""}'.length) }, 400],
    ['of ten levels', nestedObject(10), 201],
    ['of eleven levels', nestedObject(11), 400],
    ['that is a list', [], 400],
    ['that is text', 'x', 400],
    ['that is null', null, 201],
    ['with a NUL', { a: 'x\u0000' }, 400],
    ['with a NUL in a name', { 'x\u0000': 1 }, 400],
    ['with a lone surrogate', { a: ['\ud83d'] }, 400],
    ['with a surrogate pair', { a: ['\ud83d\ude00'] }, 201],
  ])('validates metadata %s', async (_case, metadata, status) => {
    const response = await post({ source: 'api', metadata });
    expect(response.status).toBe(status);
    expect(status === 201 ? response.body.metadata : response.body.errors?.[0]?.field).toEqual(
      status === 201 ? metadata : 'metadata',
    );
  });

  it('rejects a missing body', async () => {
    expect(await post(undefined)).toMatchObject({ status: 400 });
    expect(await post([])).toMatchObject({ status: 400 });
  });

  it('rejects visitors', async () => {
    expect((await fetch(`${api.url}${PATH}`, { method: 'POST' })).status).toBe(401);
  });

  describe('with an Idempotency-Key', () => {
    const BODY = { minutes: 2, source: 'n8n', metadata: { a: 1, b: { c: 2, d: 3 } } };
    const REORDERED = { metadata: { b: { d: 3, c: 2 }, a: 1 }, source: 'n8n', minutes: 2.0, apiCalls: 0 };

    it('returns the same record for the same content in a different field order', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const firstResponse = await post(BODY, headers);
      const secondResponse = await post(REORDERED, headers);
      expect([firstResponse.status, secondResponse.status]).toEqual([201, 201]);
      expect(secondResponse.body).toEqual(firstResponse.body);
      expect(await summarizeRecords()).toEqual([{ records: 1, minutes: 2, runs: 0 }]);
    });

    it.each([
      { minutes: 3 },
      { source: 'api' },
      { apiCalls: 1 },
      { metadata: { a: 1, b: { c: 2, d: 4 } } },
      { metadata: null },
    ])('rejects the same key with different content: %j', async (change) => {
      const headers = { 'idempotency-key': randomUUID() };
      await post(BODY, headers);
      expect(await post({ ...BODY, ...change }, headers)).toMatchObject(
        problem(422, 'IDEMPOTENCY_KEY_REUSED', {
          message: expect.stringContaining('a different usage record') as string,
        }),
      );
      expect(await readDailyTotals()).toMatchObject([{ minutes: 2 }]);
    });

    it('creates one record for 30 concurrent repeats', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const responses = await Promise.all(Array.from({ length: 30 }, () => post(BODY, headers)));
      expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
      expect(await summarizeRecords()).toMatchObject([{ records: 1 }]);
      expect(await readDailyTotals()).toMatchObject([{ minutes: 2 }]);
    });

    it('creates separate records for the same key in two accounts', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const otherAccount = await database.makeAccount();
      const [record, otherRecord] = [
        await post(BODY, headers),
        await post({ source: 'api' }, headers, otherAccount.token),
      ];
      expect([record.body.userId, otherRecord.body.userId]).toEqual([account.account.id, otherAccount.account.id]);
    });

    it('rejects an invalid key', async () => {
      expect(await post(BODY, { 'idempotency-key': 'a b' })).toMatchObject(problem(400, 'IDEMPOTENCY_KEY_INVALID'));
    });
  });

  it('keeps the total equal to the sum of the records during concurrent posts', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => post({ minutes: n / 4, instanceRuns: 1, source: 'api' })));
    expect(await summarizeRecords()).toEqual([{ records: 40, minutes: 195, runs: 40 }]);
    expect(await readDailyTotals()).toMatchObject([{ minutes: 195, runs: 40 }]);
  });
});
