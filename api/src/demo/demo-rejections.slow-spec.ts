import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { createDemoForm } from '@ringwell/testing/demo-form';
import { makeWav } from '@ringwell/testing/intake-client';
import { RawHttp } from '@ringwell/testing/raw-http';
import { problem, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import { DemoPollOptions } from './demo-poll-options';
import type { DemoUsageDto } from './dto/demo-usage.dto';

const UPLOAD = '/api/demo/upload';
const LIMIT_MESSAGE = 'You have reached your demo limit of 5 uploads. Contact an admin to activate your account.';

describe('POST /api/demo/upload', () => {
  const { api, database, account, user, client } = useSignedInOwner({ account: { status: 'demo', activatedAt: null } });
  beforeAll(() => {
    Object.assign(api.app.get(DemoPollOptions, { strict: false }), { waitMs: 0, pollMs: 20 });
  });

  const browserHeaders = (): Record<string, string> => ({
    host: new URL(api.url).host,
    cookie: client.cookie,
    origin: api.url,
  });
  const upload = (
    form = createDemoForm(),
    headers: Record<string, string> = {},
  ): Promise<ClientResponse<ProblemBody>> => client.post(UPLOAD, form, headers);
  const listCalls = (): Promise<Call[]> => database.manager.findBy(Call, { accountId: account.id });
  const listFiles = async (): Promise<string[]> =>
    (await api.listStoredFiles()).filter((path) => path.includes(account.id));
  const getUsage = async (): Promise<DemoUsageDto> => (await client.get<DemoUsageDto>('/api/my/demo-usage')).body;
  const addDemoCalls = async (count: number, overrides: Partial<Call> = {}): Promise<void> => {
    for (let i = 0; i < count; i += 1) await database.makeCall(account.id, { source: 'demo', ...overrides });
  };
  const expectNothingStored = async (): Promise<void> => {
    expect(await listCalls()).toEqual([]);
    expect(await listFiles()).toEqual([]);
  };

  it('rejects active accounts', async () => {
    const activeClient = await api.signIn((await database.makeAccount()).user);
    expect(await activeClient.post(UPLOAD, createDemoForm())).toMatchObject({
      status: 403,
      body: { message: 'Demo sandbox is only available for demo accounts' },
    });
  });

  it('rejects visitors and bearer tokens', async () => {
    const { token } = await database.makeAccount({ account: { status: 'demo' } });
    expect((await upload(createDemoForm(), { cookie: '' })).status).toBe(401);
    expect((await upload(createDemoForm(), { cookie: '', origin: '', authorization: `Bearer ${token}` })).status).toBe(
      401,
    );
  });

  it('rejects requests from other sites, even with the cookie', async () => {
    expect(await upload(createDemoForm(), { origin: 'https://evil.example' })).toMatchObject(
      problem(403, 'CROSS_ORIGIN'),
    );
    await expectNothingStored();
  });

  it.each([
    ['declared as video', createDemoForm(makeWav(9_000), 'video/mp4')],
    ['without a declared type', createDemoForm(makeWav(9_000), '')],
    ['text declared as audio', createDemoForm(Buffer.from("Hello there, this isn't a recording."), 'audio/mpeg')],
    ['a playlist declared as audio', createDemoForm(Buffer.from('#EXTM3U\nsecret.wav\n'), 'audio/x-mpegurl')],
  ])('rejects a file that is %s', async (_case, form) => {
    expect(await upload(form)).toMatchObject(
      problem(415, 'INVALID_FILE_TYPE', { message: 'Please upload an audio file (MP3, WAV, etc.)' }),
    );
    await expectNothingStored();
  });

  it.each([
    ['by one byte', 52_428_801],
    ['by a wide margin', 60_000_000],
  ])('rejects a file that exceeds the limit %s', async (_case, bytes) => {
    expect(await upload(createDemoForm(makeWav(bytes)))).toMatchObject(
      problem(413, 'FILE_TOO_LARGE', { message: 'Please upload an audio file smaller than 50MB' }),
    );
    await expectNothingStored();
  });

  it('rejects other fields and JSON bodies', async () => {
    const formWithField = createDemoForm();
    formWithField.set('callbackUrl', 'https://n8n.example.com/hook');
    expect(await upload(formWithField)).toMatchObject(
      problem(400, 'VALIDATION_FAILED', { errors: [{ field: 'callbackUrl' }] }),
    );
    expect(await upload(new FormData())).toMatchObject({ status: 400 });
    expect(await client.post(UPLOAD, { recordingUrl: 'https://recordings.example.com/a.mp3' })).toMatchObject(
      problem(415, 'UNSUPPORTED_CONTENT_TYPE'),
    );
    await expectNothingStored();
  });

  it('rejects a sixth upload before reading the file, and does not count uploads that failed internally', async () => {
    await addDemoCalls(1);
    await addDemoCalls(1, { state: 'completed' });
    await addDemoCalls(1, { state: 'skipped', skipReason: 'no_speech' });
    await addDemoCalls(1, { state: 'failed', errorCode: 'RECORDING_UNREADABLE' });
    for (const errorCode of ['RECOGNIZER_FAILED', 'WORKER_LOST']) await addDemoCalls(1, { state: 'failed', errorCode });
    await database.makeCall(account.id, { source: 'n8n' });
    expect(await getUsage()).toMatchObject({ count: 4, remaining: 1 });
    expect((await upload()).status).toBe(202);
    expect(await getUsage()).toMatchObject({ count: 5, remaining: 0 });

    const http = new RawHttp(api.url);
    http.sendHead('POST', UPLOAD, {
      ...browserHeaders(),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '40000000',
    });
    const { status, body } = await http.readResponse();
    http.abort();
    expect([status, JSON.parse(body)]).toMatchObject([403, { code: 'DEMO_LIMIT_REACHED', message: LIMIT_MESSAGE }]);
    expect(await listFiles()).toHaveLength(1);
  });

  it('accepts only one of ten concurrent uploads when one is left', async () => {
    await addDemoCalls(4);
    const encodedForm = new Response(createDemoForm());
    const body = Buffer.from(await encodedForm.arrayBuffer());
    const headers = {
      ...browserHeaders(),
      'content-type': encodedForm.headers.get('content-type') ?? '',
      'content-length': String(body.length),
      expect: '100-continue',
    };
    const uploads = Array.from({ length: 10 }, () => new RawHttp(api.url));
    for (const http of uploads) http.sendHead('POST', UPLOAD, headers);
    await Promise.all(uploads.map((http) => http.waitForBodyRequest())); // headers checked, bodies not read yet
    await Promise.all(uploads.map((http) => http.send(body)));
    const responses = await Promise.all(uploads.map((http) => http.readResponse()));
    for (const http of uploads) http.abort();

    expect(responses.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 9 }, () => 403)]);
    for (const { status, body } of responses)
      if (status === 403)
        expect(JSON.parse(body)).toMatchObject({ code: 'DEMO_LIMIT_REACHED', message: LIMIT_MESSAGE });
    expect(await getUsage()).toMatchObject({ count: 5, remaining: 0 });
    expect(await listFiles()).toHaveLength(1);
    expect(await database.manager.countBy(ActivityLog, { userId: user.id })).toBe(1);
  });
});
