import type { Call } from '@ringwell/database/calls/call.entity';
import type { TestAccount } from '@ringwell/testing/make-account';
import { OpenApi, type Schema } from '@ringwell/testing/open-api';
import { SessionClient, type ClientResponse } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

const UNREADABLE = {
  errorCode: 'RECORDING_UNREADABLE',
  errorMessage: 'This file cannot be read as a recording. Send it again as MP3.',
};
const ENDED_FIELDS = {
  startedAt: new Date('2026-03-31T15:00:00Z'),
  finishedAt: new Date('2026-03-31T15:00:06Z'),
  attempts: 1,
};

type Body = Record<string, unknown>;

describe('Responses about calls', () => {
  const { api, database } = useTestApi();
  let openApi: OpenApi;
  let account: TestAccount;
  let client: SessionClient;

  beforeAll(async () => {
    openApi = await OpenApi.load(api.url);
    account = await database.makeAccount();
    client = await api.signIn(account.user);
  });

  const createCall = (overrides: Partial<Call>): Promise<Call> =>
    database.makeCall(account.account.id, { ...ENDED_FIELDS, ...overrides });
  const CALL_FACTORIES: Record<string, () => Promise<Call>> = {
    queued: () => database.makeCall(account.account.id, {}),
    finished: () => database.makeCompletedCall(account.account.id),
    'needs a listen': () =>
      database.makeCompletedCall(account.account.id, {
        call: { readSeconds: '9.00', statedSeconds: '18.00' },
        analysis: { needsReview: true, reviewReason: 'recording_incomplete', writer: null, summary: '', keyPoints: [] },
      }),
    skipped: () => createCall({ state: 'skipped', skipReason: 'too_short', skipLimit: 30, durationSeconds: '4.00' }),
    failed: () => createCall({ state: 'failed', errorCode: 'TRANSCRIPTION_UNAVAILABLE', errorMessage: 'It is down.' }),
    unreadable: () => createCall({ state: 'failed', ...UNREADABLE }),
    'timed out': () => createCall({ state: 'timed_out', errorCode: 'TIMED_OUT', errorMessage: 'It took too long.' }),
    'finished demo': () =>
      database.makeCompletedCall(account.account.id, { call: { source: 'demo', channelCount: 1 } }),
    'unreadable demo': () => createCall({ source: 'demo', state: 'failed', ...UNREADABLE }),
    'skipped demo': () =>
      createCall({ source: 'demo', state: 'skipped', skipReason: 'no_speech', durationSeconds: '4.00' }),
  };

  function getDocumentedSchema(path: string, status: number): Schema {
    const operation = openApi.operations.find((each) => each.path === path && each.method === 'GET');
    const schema = operation?.responses[String(status)]?.content?.['application/json']?.schema;
    if (!schema) throw new Error(`${path} does not document ${status}.`);
    return schema;
  }

  // Lists missing documented fields, because workflow authors map fields based on the first call that they see.
  function findMissing(schema: Schema, value: unknown, name = ''): string[] {
    const resolvedSchema = schema.$ref ? openApi.resolve(schema.$ref) : schema;
    if (resolvedSchema.allOf) return resolvedSchema.allOf.flatMap((part) => findMissing(part, value, name));
    if (Array.isArray(value))
      return value.flatMap((item) => findMissing(resolvedSchema.items ?? {}, item, `${name}[]`));
    if (value === null || typeof value !== 'object') return [];
    return (resolvedSchema.required ?? []).flatMap((field) => {
      const path = `${name}.${field}`;
      const part = (value as Body)[field];
      return part === undefined ? [path] : findMissing(resolvedSchema.properties?.[field] ?? {}, part, path);
    });
  }

  function expectDocumented(path: string, { status, body }: ClientResponse<unknown>): void {
    const schema = getDocumentedSchema(path, status);
    expect([path, openApi.findViolations(schema, body)]).toEqual([path, []]);
    expect([path, findMissing(schema, body)]).toEqual([path, []]);
  }

  function expectFilled(call: Body): void {
    const { state, skipReason, skipMessage, error, result, recordingLoss } = call;
    expect(call['receivedAt']).toEqual(expect.any(String));
    expect([skipReason === null, skipMessage === null]).toEqual([state !== 'skipped', state !== 'skipped']);
    if (state === 'skipped') expect(skipMessage).toMatch(/^[A-Z].*\.$/);
    expect(error === null).toBe(state !== 'failed' && state !== 'timed_out');
    if (error !== null)
      expect(error).toEqual({
        code: expect.any(String) as string,
        message: expect.stringMatching(/^[A-Z].*\.$/) as string,
      });
    expect(result === null).toBe(state !== 'completed');
    if (result === null) return;
    expect(result).toMatchObject({
      label: expect.stringMatching(/^(Positive|Neutral|Negative|Needs a listen)$/) as string,
      sentiment: expect.any(String) as string,
      confidence: expect.any(Number) as number,
      summary: expect.stringMatching(/./) as string,
    });
    for (const field of ['transcript', 'engines', 'durationSeconds', 'processingSeconds', 'usageMinutes'])
      expect([field, call[field]]).toEqual([field, expect.anything()]);
    const { reviewReason } = result as Body;
    expect(recordingLoss).toEqual(reviewReason === null ? null : { readSeconds: 9, statedSeconds: 18 });
  }

  it.each(Object.keys(CALL_FACTORIES))(
    'have every documented field, with values where they exist: %s',
    async (kind) => {
      const { id, source } = await CALL_FACTORIES[kind]!();
      if (source === 'demo') {
        const job = await client.get<Body>(`/api/demo/jobs/${id}`);
        expectDocumented('/api/demo/jobs/{id}', job);
        expect(job.status).toBe(200);
        const { result, error } = job.body;
        expect([result === null, error === null]).toEqual([kind !== 'finished demo', kind === 'finished demo']);
        return;
      }
      const tokenHeaders = { cookie: '', authorization: `Bearer ${account.token}` };
      const call = await client.get<Body>(`/api/n8n/calls/${id}`, tokenHeaders);
      expectDocumented('/api/n8n/calls/{id}', call);
      expectFilled(call.body);
      expectDocumented('/api/calls/{id}', await client.get(`/api/calls/${id}`));
      expectDocumented('/api/calls', await client.get('/api/calls?limit=1'));
    },
  );

  it('have the same fields for all kinds of calls from GET /api/n8n/calls/{id}', async () => {
    const keys = new Set<string>();
    for (const factory of Object.values(CALL_FACTORIES)) {
      const { id, source } = await factory();
      if (source === 'demo') continue;
      const { body } = await client.get<Body>(`/api/n8n/calls/${id}`, {
        cookie: '',
        authorization: `Bearer ${account.token}`,
      });
      keys.add(Object.keys(body).join());
    }
    expect([...keys]).toHaveLength(1);
  });
});
