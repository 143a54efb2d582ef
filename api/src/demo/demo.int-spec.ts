import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { ActivityLog } from '@ringwell/database/accounts/activity-log.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { wavOf } from '@ringwell/testing/intake-client';
import { makeAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { RawHttp } from '@ringwell/testing/raw-http';
import { SessionClient, type Answer, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import { DemoPollOptions } from './demo-poll-options';
import type { DemoPendingDto } from './dto/demo-answer.dto';
import type { DemoJobDto } from './dto/demo-job.dto';
import type { DemoUsageDto } from './dto/demo-usage.dto';

const UPLOAD = '/api/demo/upload';
const LIMIT_MESSAGE = 'You have reached your demo limit of 5 uploads. Contact an admin to activate your account.';

/** A form with one file. */
function formOf(file: Buffer = wavOf(9_000), type = 'audio/wav'): FormData {
  const form = new FormData();
  form.set('audio', new Blob([new Uint8Array(file)], { type }), 'call.wav');
  return form;
}

describe('the demo', () => {
  const { api, database } = useTestApi();
  let userId: string;
  let client: SessionClient;

  beforeEach(async () => {
    patience(0);
    const { user } = await makeAccount(database.dataSource, { user: { status: 'demo', activatedAt: null } });
    userId = user.id;
    client = await SessionClient.signIn(api, database.dataSource, userId);
  });

  /** Headers of one of our own pages. */
  const browser = (): Record<string, string> => ({
    host: new URL(api.url).host,
    cookie: client.cookie,
    origin: api.url,
  });
  /** How long an upload waits for its result. */
  const patience = (waitMs: number): void => {
    Object.assign(api.app.get(DemoPollOptions, { strict: false }), { waitMs, pollMs: 20 });
  };
  const upload = <T = ProblemBody>(form = formOf(), headers: Record<string, string> = {}): Promise<Answer<T>> =>
    client.post<T>(UPLOAD, form, headers);
  const calls = (): Promise<Call[]> => database.dataSource.manager.findBy(Call, { userId });
  const files = async (): Promise<string[]> => (await api.storedFiles()).filter((path) => path.includes(userId));
  const usage = async (): Promise<DemoUsageDto> => (await client.get<DemoUsageDto>('/api/my/demo-usage')).body;
  const makeDemos = async (count: number, overrides: Partial<Call> = {}): Promise<void> => {
    for (let i = 0; i < count; i += 1) await makeCall(database.dataSource, userId, { source: 'demo', ...overrides });
  };
  const expectNothingLeft = async (): Promise<void> => {
    expect(await calls()).toEqual([]);
    expect(await files()).toEqual([]);
  };

  describe('an upload', () => {
    it('is queued as a demo, noted, and answered with where to ask when its result takes longer', async () => {
      const { status, headers, body } = await upload<DemoPendingDto>();
      expect(status).toBe(202);
      const [call] = await calls();
      expect(call).toMatchObject({
        source: 'demo',
        state: 'queued',
        recordingType: 'audio/wav',
        recordingKey: expect.stringContaining(userId) as string,
      });
      const self = `/api/demo/jobs/${call?.id}`;
      expect(body).toEqual({
        message: expect.stringMatching(/\.$/) as string,
        job: { id: call?.id, state: 'queued', links: { self } },
      });
      expect([headers.get('location'), headers.get('cache-control')]).toEqual([self, 'no-store']);
      expect(await database.dataSource.manager.findBy(ActivityLog, { userId })).toEqual([
        expect.objectContaining({ action: 'Demo call uploaded', metadata: { callId: call?.id, targetUserId: userId } }),
      ]);
      expect(await usage()).toEqual({ count: 1, limit: 5, remaining: 4 });
      expect((await client.get<DemoJobDto>(self)).body).toEqual({
        id: call?.id,
        state: 'queued',
        progress: 'queued',
        result: null,
        error: null,
      });
    });

    it('is processed even when the account is switched off', async () => {
      await database.dataSource.query('update account_settings set active = false where user_id = $1', [userId]);
      expect((await upload<DemoPendingDto>()).body.job.state).toBe('queued');
    });

    it.each([
      ['skipped', { skipReason: 'no_speech' }, 'NO_SPEECH', 'No speech in this recording.'],
      [
        'failed',
        { errorCode: 'RECORDING_UNREADABLE', errorMessage: 'This file cannot be read.' },
        'RECORDING_UNREADABLE',
        'This file cannot be read.',
      ],
      [
        'timed_out',
        { errorCode: 'DEADLINE_PASSED', errorMessage: 'It took too long.' },
        'DEADLINE_PASSED',
        'It took too long.',
      ],
    ] as const)(
      'that ends as %s is answered with the reason, and does not count',
      async (state, reason, code, message) => {
        patience(30_000);
        const answer = upload();
        while ((await calls()).length === 0) await sleep(10);
        await database.dataSource.manager.update(Call, { userId }, { state, finishedAt: new Date(), ...reason });
        expect(await answer).toMatchObject({ status: 422, body: { code, message } });
        expect(await usage()).toEqual({ count: 0, limit: 5, remaining: 5 });
        const [call] = await calls();
        expect((await client.get<DemoJobDto>(`/api/demo/jobs/${call?.id}`)).body).toMatchObject({
          state,
          progress: 'finished',
          result: null,
          error: { code, message },
        });
      },
    );

    it('goes on when the client goes away while it waits', async () => {
      patience(30_000);
      const gone = new AbortController();
      const sending = fetch(`${api.url}${UPLOAD}`, {
        method: 'POST',
        body: formOf(),
        headers: { cookie: client.cookie, origin: api.url },
        signal: gone.signal,
      }).catch(() => undefined);
      while ((await calls()).length === 0) await sleep(10);
      gone.abort();
      await sending;
      expect(await calls()).toMatchObject([{ state: 'queued' }]);
      expect(await files()).toHaveLength(1);
    });

    it('sent again under its Idempotency-Key is the same upload', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const answers = await Promise.all([
        upload<DemoPendingDto>(formOf(), headers),
        upload<DemoPendingDto>(formOf(), headers),
      ]);
      answers.push(await upload<DemoPendingDto>(formOf(), headers));
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
      expect(new Set(answers.map(({ body }) => body.job.id)).size).toBe(1);
      expect(await usage()).toMatchObject({ count: 1 });
      expect(await files()).toHaveLength(1);
    });
  });

  describe('is refused', () => {
    it('to accounts that are active', async () => {
      const { user } = await makeAccount(database.dataSource);
      client = await SessionClient.signIn(api, database.dataSource, user.id);
      expect(await upload()).toMatchObject({
        status: 403,
        body: { message: 'Demo sandbox is only available for demo accounts' },
      });
    });

    it('to visitors, and to bearer tokens', async () => {
      const { token } = await makeAccount(database.dataSource, { user: { status: 'demo' } });
      expect((await upload(formOf(), { cookie: '' })).status).toBe(401);
      expect((await upload(formOf(), { cookie: '', origin: '', authorization: `Bearer ${token}` })).status).toBe(401);
    });

    it('to other sites, although they send the cookie', async () => {
      expect(await upload(formOf(), { origin: 'https://evil.example' })).toMatchObject({
        status: 403,
        body: { code: 'CROSS_ORIGIN' },
      });
      await expectNothingLeft();
    });

    it.each([
      ['video, by its declared type', formOf(wavOf(9_000), 'video/mp4')],
      ['of no declared type', formOf(wavOf(9_000), '')],
      ['text, whatever it declares', formOf(Buffer.from('Hello there, this is no recording.'), 'audio/mpeg')],
      ['a playlist, whatever it declares', formOf(Buffer.from('#EXTM3U\nsecret.wav\n'), 'audio/x-mpegurl')],
    ])('for a file that is %s', async (_case, form) => {
      expect(await upload(form)).toMatchObject({
        status: 415,
        body: { code: 'INVALID_FILE_TYPE', message: 'Please upload an audio file (MP3, WAV, etc.)' },
      });
      await expectNothingLeft();
    });

    it.each([
      ['by one byte', 52_428_801],
      ['by far', 60_000_000],
    ])('for a file that is too large %s', async (_case, bytes) => {
      expect(await upload(formOf(wavOf(bytes)))).toMatchObject({
        status: 413,
        body: { code: 'FILE_TOO_LARGE', message: 'Please upload an audio file smaller than 50MB' },
      });
      await expectNothingLeft();
    });

    it('for anything beside the file, or instead of it', async () => {
      const withField = formOf();
      withField.set('callbackUrl', 'https://n8n.example.com/hook');
      expect(await upload(withField)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', errors: [{ field: 'callbackUrl' }] },
      });
      expect(await upload(new FormData())).toMatchObject({ status: 400 });
      expect(await client.post(UPLOAD, { recordingUrl: 'https://recordings.example.com/a.mp3' })).toMatchObject({
        status: 415,
        body: { code: 'UNSUPPORTED_CONTENT_TYPE' },
      });
      await expectNothingLeft();
    });

    it('after five uploads, before the file is read; those that came to nothing do not count', async () => {
      await makeDemos(3);
      await makeDemos(1, { state: 'completed' });
      for (const state of ['failed', 'timed_out', 'skipped'] as const) await makeDemos(1, { state });
      await makeCall(database.dataSource, userId, { source: 'n8n' });
      expect(await usage()).toEqual({ count: 4, limit: 5, remaining: 1 });
      expect((await upload()).status).toBe(202);
      expect(await usage()).toEqual({ count: 5, limit: 5, remaining: 0 });

      const http = new RawHttp(api.url);
      http.head('POST', UPLOAD, {
        ...browser(),
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': '40000000',
      });
      const { status, body } = await http.answer();
      http.abort();
      expect([status, JSON.parse(body)]).toMatchObject([403, { code: 'DEMO_LIMIT_REACHED', message: LIMIT_MESSAGE }]);
      expect(await files()).toHaveLength(1);
    });

    it('to nine of ten uploads that are under way together when one is left', async () => {
      await makeDemos(4);
      const encoded = new Response(formOf());
      const body = Buffer.from(await encoded.arrayBuffer());
      const head = {
        ...browser(),
        'content-type': encoded.headers.get('content-type') ?? '',
        'content-length': String(body.length),
        expect: '100-continue',
      };
      const uploads = Array.from({ length: 10 }, () => new RawHttp(api.url));
      for (const http of uploads) http.head('POST', UPLOAD, head);
      await Promise.all(uploads.map((http) => http.untilAsked())); // each has passed what is judged before the body
      await Promise.all(uploads.map((http) => http.send(body)));
      const answers = await Promise.all(uploads.map((http) => http.answer()));
      for (const http of uploads) http.abort();

      expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 9 }, () => 403)]);
      for (const { status, body: refusal } of answers)
        if (status === 403)
          expect(JSON.parse(refusal)).toMatchObject({ code: 'DEMO_LIMIT_REACHED', message: LIMIT_MESSAGE });
      expect(await usage()).toEqual({ count: 5, limit: 5, remaining: 0 });
      expect(await files()).toHaveLength(1);
      expect(await database.dataSource.manager.countBy(ActivityLog, { userId })).toBe(1);
    });
  });

  describe('a job', () => {
    const job = (id: string): Promise<Answer<DemoJobDto>> => client.get<DemoJobDto>(`/api/demo/jobs/${id}`);

    it('shows the result as analysis and as note', async () => {
      const { id } = await makeCompletedCall(database.dataSource, userId, { call: { source: 'demo' } });
      const { status, headers, body } = await job(id);
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
            transcript: 'Agent: Cedar Creek, hello.\nCustomer: Thank you so much.',
            summary: 'The heater works again. The customer is pleased.',
            keyPoints: ['Heater repaired'],
            confidence: 0.93,
            processingTime: 6.4,
            engineNote: expect.stringContaining('basic recogniser') as string,
          },
          content:
            'Call From: Unknown\nCustomer Happiness: Positive\n\nThe heater works again. The customer is pleased.\n\nKey Points:\n- Heater repaired',
        },
      });
    });

    it('says what it is at', async () => {
      const { id } = await makeCompletedCall(database.dataSource, userId, {
        call: { source: 'demo', state: 'running', resultRunNumber: null, finishedAt: null },
      });
      expect((await job(id)).body).toMatchObject({ progress: 'analysing', result: null, error: null });
      await database.dataSource.query('delete from transcripts where call_id = $1', [id]);
      expect((await job(id)).body.progress).toBe('transcribing');
      await database.dataSource.manager.update(
        Call,
        { id },
        { state: 'queued', errorCode: 'TRANSCRIPTION_UNAVAILABLE', errorMessage: 'It is tried again.' },
      );
      expect((await job(id)).body).toMatchObject({ progress: 'queued', error: null });
    });

    it('is there for its own account alone, and only when it is a demo', async () => {
      const other = await makeAccount(database.dataSource, { user: { status: 'demo' } });
      const theirs = await makeCall(database.dataSource, other.user.id, { source: 'demo' });
      const noDemo = await makeCall(database.dataSource, userId, { source: 'n8n' });
      for (const id of [theirs.id, noDemo.id, randomUUID(), 'not-an-id']) {
        expect(await job(id)).toMatchObject({ status: 404, body: { code: 'DEMO_NOT_FOUND' } });
      }
    });
  });
});
