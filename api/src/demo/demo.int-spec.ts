import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { createDemoForm } from '@ringwell/testing/demo-form';
import { problem, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import { DemoPollOptions } from './demo-poll-options';
import type { DemoJobDto } from './dto/demo-job.dto';
import type { DemoPendingDto } from './dto/demo-upload.dto';
import type { DemoUsageDto } from './dto/demo-usage.dto';

const UPLOAD = '/api/demo/upload';

describe('/api/demo', () => {
  beforeEach(async () => {
    setWaitMs(0);
  });
  const { api, database, account, user, client } = useSignedInOwner({
    account: { status: 'demo', activatedAt: null },
  });

  const setWaitMs = (waitMs: number): void => {
    Object.assign(api.app.get(DemoPollOptions, { strict: false }), { waitMs, pollMs: 20 });
  };
  const upload = <T = ProblemBody>(
    form = createDemoForm(),
    headers: Record<string, string> = {},
  ): Promise<ClientResponse<T>> => client.post<T>(UPLOAD, form, headers);
  const listCalls = (): Promise<Call[]> => database.manager.findBy(Call, { accountId: account.id });
  const listFiles = async (): Promise<string[]> =>
    (await api.listStoredFiles()).filter((path) => path.includes(account.id));
  const getUsage = async (): Promise<DemoUsageDto> => (await client.get<DemoUsageDto>('/api/my/demo-usage')).body;

  describe('POST /api/demo/trial', () => {
    const TRIAL_PATH = '/api/demo/trial';

    it('accepts any number of recordings from active accounts, and omits them from lists', async () => {
      const { account, user } = await database.makeAccount();
      const activeClient = await api.signIn(user);
      for (let uploads = 0; uploads < 6; uploads += 1) {
        const { status, body } = await activeClient.post<DemoPendingDto>(TRIAL_PATH, createDemoForm());
        expect(status).toBe(202);
        expect((await activeClient.get(body.job.links.self)).status).toBe(200);
      }
      const storedCalls = await database.manager.findBy(Call, { accountId: account.id });
      expect(storedCalls.map(({ source, state }) => [source, state])).toEqual(Array(6).fill(['demo', 'queued']));
      expect((await activeClient.get('/api/calls')).body).toMatchObject({ items: [] });
      expect(await activeClient.post(UPLOAD, createDemoForm())).toMatchObject(problem(403, 'DEMO_ONLY'));
    });

    it('rejects demo accounts, whose uploads are limited, and viewers', async () => {
      expect(await client.post(TRIAL_PATH, createDemoForm())).toMatchObject({
        status: 403,
        body: { code: 'ACCOUNT_NOT_ACTIVE' },
      });
      const session = await api.signIn(await database.makeMember(await database.makeAccount(), 'viewer'));
      expect(await session.post(TRIAL_PATH, createDemoForm())).toMatchObject(problem(403, 'ROLE_TOO_LOW'));
      expect(await listCalls()).toEqual([]);
    });

    it('does not count these uploads if the account later becomes a demo account', async () => {
      const countedCall = await database.makeCompletedCall(account.id, { call: { source: 'demo' } });
      await database.makeCompletedCall(account.id, { call: { source: 'demo' } });
      expect(await getUsage()).toMatchObject({ count: 2 });
      await database.query(`insert into usage_records (account_id, call_id, source) values ($1, $2, 'demo')`, [
        account.id,
        countedCall.id,
      ]);
      expect(await getUsage()).toMatchObject({ count: 1 });
    });
  });

  describe('POST /api/demo/upload', () => {
    it('queues a demo, logs it, and returns its location if the result takes too long', async () => {
      const { status, headers, body } = await upload<DemoPendingDto>();
      expect(status).toBe(202);
      const [call] = await listCalls();
      expect(call).toMatchObject({
        source: 'demo',
        state: 'queued',
        recordingType: 'audio/wav',
        recordingKey: expect.stringContaining(account.id) as string,
      });
      const jobPath = `/api/demo/jobs/${call?.id}`;
      expect(body).toEqual({
        message: expect.stringMatching(/\.$/) as string,
        job: { id: call?.id, state: 'queued', links: { self: jobPath } },
      });
      expect([headers.get('location'), headers.get('cache-control')]).toEqual([jobPath, 'no-store']);
      expect(await database.manager.findBy(ActivityLog, { userId: user.id })).toEqual([
        expect.objectContaining({
          action: 'Demo call uploaded',
          accountId: account.id,
          metadata: { callId: call?.id },
        }),
      ]);
      expect(await getUsage()).toEqual({ count: 1, limit: 5, remaining: 4, maxMinutes: 10 });
      expect((await client.get<DemoJobDto>(jobPath)).body).toEqual({
        id: call?.id,
        state: 'queued',
        progress: 'queued',
        result: null,
        error: null,
      });
    });

    it('queues the demo even if call processing is turned off', async () => {
      await database.query('update account_settings set active = false where account_id = $1', [account.id]);
      expect((await upload<DemoPendingDto>()).body.job.state).toBe('queued');
    });

    it.each([
      ['skipped', { skipReason: 'no_speech' }, 'NO_SPEECH', 'No speech in this recording.', 1],
      [
        'failed',
        { errorCode: 'RECORDING_UNREADABLE', errorMessage: 'This file cannot be read.' },
        'RECORDING_UNREADABLE',
        'This file cannot be read.',
        1,
      ],
      [
        'failed',
        { errorCode: 'DEMO_TOO_LONG', errorMessage: 'Demo recordings can be up to 10 minutes long.' },
        'DEMO_TOO_LONG',
        'Demo recordings can be up to 10 minutes long.',
        1,
      ],
      [
        'failed',
        { errorCode: 'RECOGNIZER_FAILED', errorMessage: 'The recognizer stopped.' },
        'RECOGNIZER_FAILED',
        'The recognizer stopped.',
        0,
      ],
      [
        'timed_out',
        { errorCode: 'DEADLINE_PASSED', errorMessage: 'It took too long.', durationSeconds: '60' },
        'DEADLINE_PASSED',
        'It took too long.',
        0,
      ],
      [
        'timed_out',
        { errorCode: 'DEADLINE_PASSED', errorMessage: 'The file could not be read in time.' },
        'DEADLINE_PASSED',
        'The file could not be read in time.',
        1,
      ],
    ] as const)(
      'returns the reason if the demo ends as %s with %j, and counts the upload unless the failure is internal',
      async (state, reason, code, message, count) => {
        setWaitMs(30_000);
        const response = upload();
        while ((await listCalls()).length === 0) await sleep(10);
        await database.manager.update(Call, { accountId: account.id }, { state, finishedAt: new Date(), ...reason });
        expect(await response).toMatchObject({ status: 422, body: { code, message } });
        expect(await getUsage()).toMatchObject({ count, remaining: 5 - count });
        const [call] = await listCalls();
        expect((await client.get<DemoJobDto>(`/api/demo/jobs/${call?.id}`)).body).toMatchObject({
          state,
          progress: 'finished',
          result: null,
          error: { code, message },
        });
      },
    );

    it('keeps the demo when the client disconnects while waiting', async () => {
      setWaitMs(30_000);
      const disconnection = new AbortController();
      const request = fetch(`${api.url}${UPLOAD}`, {
        method: 'POST',
        body: createDemoForm(),
        headers: { cookie: client.cookie, origin: api.url },
        signal: disconnection.signal,
      }).catch(() => undefined);
      while ((await listCalls()).length === 0) await sleep(10);
      disconnection.abort();
      await request;
      expect(await listCalls()).toMatchObject([{ state: 'queued' }]);
      expect(await listFiles()).toHaveLength(1);
    });

    it('returns the same demo for a repeated Idempotency-Key', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const responses = await Promise.all([
        upload<DemoPendingDto>(createDemoForm(), headers),
        upload<DemoPendingDto>(createDemoForm(), headers),
      ]);
      responses.push(await upload<DemoPendingDto>(createDemoForm(), headers));
      expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
      expect(new Set(responses.map(({ body }) => body.job.id)).size).toBe(1);
      expect(await getUsage()).toMatchObject({ count: 1 });
      expect(await listFiles()).toHaveLength(1);
    });

    it('returns the last allowed demo again for its Idempotency-Key, even though the limit has been reached', async () => {
      for (let uploads = 0; uploads < 4; uploads += 1) await database.makeCall(account.id, { source: 'demo' });
      const headers = { 'idempotency-key': randomUUID() };
      const responses = await Promise.all([
        upload<DemoPendingDto>(createDemoForm(), headers),
        upload<DemoPendingDto>(createDemoForm(), headers),
      ]);
      responses.push(await upload<DemoPendingDto>(createDemoForm(), headers));
      expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
      expect(new Set(responses.map(({ body }) => body.job.id)).size).toBe(1);
      expect(await upload(createDemoForm(), { 'idempotency-key': randomUUID() })).toMatchObject(
        problem(403, 'DEMO_LIMIT_REACHED'),
      );
      expect(await getUsage()).toMatchObject({ count: 5 });
    });
  });

  describe('GET /api/demo/jobs/{id}', () => {
    const getJob = (id: string): Promise<ClientResponse<DemoJobDto>> => client.get<DemoJobDto>(`/api/demo/jobs/${id}`);

    it('returns the result as an analysis and as a note', async () => {
      const { id } = await database.makeCompletedCall(account.id, { call: { source: 'demo' } });
      const { status, headers, body } = await getJob(id);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(body).toEqual({
        id,
        state: 'completed',
        progress: 'finished',
        error: null,
        result: {
          analysis: {
            duration: 40.6,
            sentiment: 'positive',
            needsReview: false,
            reviewReason: null,
            transcript: 'Agent: Cedar Creek, hello.\nCustomer: Thank you so much.',
            summary: 'The heater works again. The customer is pleased.',
            keyPoints: ['Heater repaired'],
            confidence: 0.93,
            processingTime: 6.4,
            engineNote: expect.stringContaining('Basic transcription') as string,
          },
          content:
            'Call From: Unknown\nCustomer Happiness: Positive\n\n' +
            'The heater works again. The customer is pleased.\n“Thank you so much” (0:01)\n\n- Heater repaired',
        },
      });
    });

    it('returns the current step', async () => {
      const { id } = await database.makeCompletedCall(account.id, {
        call: { source: 'demo', state: 'running', resultRunNumber: null, finishedAt: null },
      });
      expect((await getJob(id)).body).toMatchObject({ progress: 'analysing', result: null, error: null });
      await database.query('delete from transcripts where call_id = $1', [id]);
      expect((await getJob(id)).body.progress).toBe('transcribing');
      await database.manager.update(
        Call,
        { id },
        { state: 'queued', errorCode: 'TRANSCRIPTION_UNAVAILABLE', errorMessage: 'Retrying automatically.' },
      );
      expect((await getJob(id)).body).toMatchObject({ progress: 'queued', error: null });
    });

    it("returns only the account's own demos", async () => {
      const otherAccount = await database.makeAccount({ account: { status: 'demo' } });
      const otherCall = await database.makeCall(otherAccount.account.id, { source: 'demo' });
      const nonDemoCall = await database.makeCall(account.id, { source: 'n8n' });
      for (const id of [otherCall.id, nonDemoCall.id, randomUUID(), 'not-an-id']) {
        expect(await getJob(id)).toMatchObject(problem(404, 'DEMO_NOT_FOUND'));
      }
    });
  });
});
