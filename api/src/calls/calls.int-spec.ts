import { ActivityLog } from '@ringwell/database/accounts/activity-log.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { wavOf } from '@ringwell/testing/intake-client';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { AcceptedCallDto } from './dto/accepted-call.dto';
import type { FullCallDto } from './dto/full-call.dto';
import type { RecentCallDto } from './dto/recent-call.dto';
import type { TranscriptDto } from './dto/transcript.dto';

describe('the calls of an account', () => {
  const { api, database } = useTestApi();
  let account: TestAccount;
  let userId: string;
  let client: SessionClient;

  beforeEach(async () => {
    account = await makeAccount(database.dataSource);
    userId = account.user.id;
    client = await SessionClient.signIn(api, database.dataSource, userId);
  });

  const callsOf = (): Promise<Call[]> => database.dataSource.manager.findBy(Call, { userId });
  const activity = (): Promise<ActivityLog[]> => database.dataSource.manager.findBy(ActivityLog, { userId });
  const asDemo = (): Promise<unknown> =>
    database.dataSource.query(`update users set status = 'demo' where id = $1`, [userId]);

  describe('POST /api/calls', () => {
    const form = (bytes = 5_000): FormData => {
      const data = new FormData();
      data.set('customerName', 'Dana');
      data.set('audio', new Blob([new Uint8Array(wavOf(bytes))]), 'a.wav');
      return data;
    };
    const asProgram = (): SessionClient => new SessionClient(api.url, '');

    it('takes an upload of a person, and tells of it in the activity log', async () => {
      const { status, headers, body } = await client.post<AcceptedCallDto>('/api/calls', form());
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
        202,
        `/api/calls/${body.id}`,
        'no-store',
      ]);
      expect(body).toEqual({ id: body.id, state: 'queued', links: { self: `/api/calls/${body.id}` } });
      expect(await callsOf()).toMatchObject([
        { id: body.id, source: 'manual', customerName: 'Dana', recordingType: 'audio/wav' },
      ]);
      expect(await activity()).toMatchObject([{ action: 'Call uploaded', metadata: { callId: body.id } }]);
    });

    it('takes one of a program, which has a log of its own', async () => {
      const { status } = await asProgram().post('/api/calls', form(), { authorization: `Bearer ${account.token}` });
      expect([status, await callsOf(), await activity()]).toMatchObject([202, [{ source: 'api' }], []]);
    });

    it('takes the same upload once', async () => {
      const headers = { 'idempotency-key': 'once' };
      const answers = [
        await client.post<AcceptedCallDto>('/api/calls', form(), headers),
        await client.post<AcceptedCallDto>('/api/calls', form(), headers),
      ];
      expect(answers[0]?.body.id).toBe(answers[1]?.body.id);
      expect((await client.post('/api/calls', form(6_000), headers)).body).toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
      });
      expect(await activity()).toHaveLength(1);
    });

    it('takes ten of the same at the same time once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          client.post<AcceptedCallDto>('/api/calls', form(), { 'idempotency-key': 'at-once' }),
        ),
      );
      expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
        answers.map(() => ({ status: 202, body: answers[0]?.body })),
      );
      expect(await activity()).toHaveLength(1);
    });

    it('refuses a demo account', async () => {
      await asDemo();
      expect(await client.post('/api/calls', form())).toMatchObject({
        status: 403,
        body: { code: 'ACCOUNT_NOT_ACTIVE' },
      });
    });
  });

  describe('GET /api/calls/{id}', () => {
    it('shows everything but the words', async () => {
      const { id } = await makeCompletedCall(database.dataSource, userId, {
        call: { leadCallId: '98765', peaks: [3, 50], customerChannel: 1, customerName: 'Dana' },
      });
      const { status, headers, body } = await client.get<FullCallDto>(`/api/calls/${id}`);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(body).toMatchObject({
        id,
        state: 'completed',
        leadCallId: '98765',
        customerName: 'Dana',
        runNumber: 1,
        resultRunNumber: 1,
        hasRecording: true,
        peaks: [3, 50],
        customerChannel: 1,
        usageMinutes: 0.68,
        durationSeconds: 40.6,
        engines: { transcription: 'pocketsphinx', analysis: 'local' },
        result: { sentiment: 'positive', label: 'Positive', confidence: 0.93 },
        record: { database: '4711', databaseDisplayName: 'Cedar Creek Plumbing', storedAt: '2026-03-31T15:00:06.400Z' },
        links: {
          self: `/api/calls/${id}`,
          audio: `/api/calls/${id}/audio`,
          transcript: `/api/calls/${id}/transcript`,
          deliveries: `/api/calls/${id}/deliveries`,
        },
      });
      expect(JSON.stringify(body)).not.toContain('Cedar Creek, hello');
    });

    it('promises nothing that is not there yet', async () => {
      const { id } = await makeCall(database.dataSource, userId, { recordingKey: null });
      expect((await client.get(`/api/calls/${id}`)).body).toMatchObject({
        state: 'queued',
        resultRunNumber: null,
        hasRecording: false,
        peaks: null,
        result: null,
        record: null,
        links: { audio: null, transcript: null },
      });
    });
  });

  describe('of which one is processed again', () => {
    it.each(['queued', 'running', 'failed', 'skipped', 'timed_out'] as const)(
      'show the result that is there while it is %s',
      async (state) => {
        const { id } = await makeCompletedCall(database.dataSource, userId, {
          call: { state, runNumber: 2, errorCode: 'X', errorMessage: 'x' },
        });
        expect((await client.get(`/api/calls/${id}`)).body).toMatchObject({
          state,
          error: { code: 'X' },
          runNumber: 2,
          resultRunNumber: 1,
          result: { sentiment: 'positive' },
          engines: { analysis: 'local' },
          record: { database: '4711' },
          links: { transcript: `/api/calls/${id}/transcript` },
        });
        expect((await client.get(`/api/calls/${id}/transcript?format=text`)).body).toContain('Thank you so much.');
      },
    );
  });

  describe('GET /api/calls/{id}/transcript', () => {
    it('gives the words by speaker and as text', async () => {
      const { id } = await makeCompletedCall(database.dataSource, userId);
      const { status, headers, body } = await client.get<TranscriptDto>(`/api/calls/${id}/transcript`);
      expect([status, headers.get('cache-control'), headers.get('vary')]).toEqual([
        200,
        'no-store',
        expect.stringContaining('Accept'),
      ]);
      expect(body).toMatchObject({
        callId: id,
        engine: 'pocketsphinx',
        engineNote: expect.stringContaining('Basic transcription') as string,
        language: 'en',
        durationSeconds: 40.6,
        segments: [{ speaker: 'agent', text: 'Cedar Creek, hello.' }, { speaker: 'customer' }],
        text: 'Agent: Cedar Creek, hello.\nCustomer: Thank you so much.',
      });
    });

    it.each([
      ['format=text', '?format=text', {}],
      ['Accept', '', { accept: 'text/plain' }],
    ])('gives a file to who asks for text (%s)', async (_how, query, headers) => {
      const { id } = await makeCompletedCall(database.dataSource, userId, {
        call: { occurredAt: new Date('2026-03-31T14:05:00Z') },
      });
      const answer = await client.get<string>(`/api/calls/${id}/transcript${query}`, headers);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename=call-2026-03-31-${id.slice(0, 8)}.txt`,
      );
      expect(answer.body).toBe('Agent: Cedar Creek, hello.\nCustomer: Thank you so much.\n');
    });

    it('lets format go before Accept, and refuses others', async () => {
      const { id } = await makeCompletedCall(database.dataSource, userId);
      expect(
        (await client.get(`/api/calls/${id}/transcript?format=json`, { accept: 'text/plain' })).headers.get(
          'content-type',
        ),
      ).toContain('application/json');
      expect((await client.get(`/api/calls/${id}/transcript?format=pdf`)).status).toBe(400);
    });

    it('says why there is none', async () => {
      const running = await makeCompletedCall(database.dataSource, userId, {
        call: { state: 'running', resultRunNumber: null },
      });
      const failed = await makeCall(database.dataSource, userId, { state: 'failed' });
      expect(await client.get(`/api/calls/${running.id}/transcript`)).toMatchObject({
        status: 404,
        body: { code: 'NO_TRANSCRIPT', message: expect.stringContaining('yet') as string },
      });
      expect(await client.get(`/api/calls/${failed.id}/transcript`)).toMatchObject({
        status: 404,
        body: { message: expect.stringContaining('not processed') as string },
      });
    });

    it('says that it was too old to be kept, and the call goes without words', async () => {
      const expired = new Date('2026-06-29T02:00:00Z');
      const { id } = await makeCompletedCall(database.dataSource, userId, {
        call: { recordingExpiredAt: expired, wordsExpiredAt: expired },
      });
      await database.dataSource.query('delete from transcripts where call_id = $1', [id]);
      expect(await client.get(`/api/calls/${id}/transcript`)).toMatchObject({
        status: 404,
        body: { code: 'TRANSCRIPT_EXPIRED', message: expect.stringContaining('Summary and label stay') as string },
      });
      expect((await client.get(`/api/calls/${id}`)).body).toMatchObject({
        state: 'completed',
        result: { label: 'Positive' },
        hasRecording: false,
        recordingExpiredAt: expired.toISOString(),
        transcriptExpiredAt: expired.toISOString(),
        links: { audio: null, transcript: null },
      });
    });
  });

  describe('GET /api/my/recent-calls', () => {
    const recent = async (): Promise<RecentCallDto[]> =>
      (await client.get<RecentCallDto[]>('/api/my/recent-calls')).body;

    it('lists the latest ten, those under way included', async () => {
      const at = (minute: number): { createdAt: Date } => ({ createdAt: new Date(Date.UTC(2026, 3, 1, 0, minute)) });
      const done = await makeCompletedCall(database.dataSource, userId, {
        call: { ...at(1), direction: 'outbound', toNumber: '+1666', fromNumber: '+1555', customerName: 'Dana' },
      });
      const running = await makeCall(database.dataSource, userId, { state: 'running', fromNumber: '+1777', ...at(2) });
      const { headers, body } = await client.get<RecentCallDto[]>('/api/my/recent-calls');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toMatchObject([
        {
          id: running.id,
          state: 'running',
          recordedAt: at(2).createdAt.toISOString(),
          minutes: 0,
          metadata: { ldsData: { name: null, phone: '+1777' } },
          callData: null,
          sentiment: null,
        },
        {
          id: done.id,
          state: 'completed',
          recordedAt: '2026-03-31T15:00:06.400Z',
          minutes: 0.68,
          metadata: { ldsData: { name: 'Dana', phone: '+1666' } },
          callData: {
            content: expect.stringMatching(/^Call From: /) as string,
            database: '4711',
            databaseDisplayName: 'Cedar Creek Plumbing',
            leadCallId: 98_765,
            sentiment: 'positive',
            storedAt: '2026-03-31T15:00:06.400Z',
          },
          sentiment: 'positive',
          summary: 'The heater works again. The customer is pleased.',
        },
      ]);
      for (let minute = 3; minute < 12; minute += 1) await makeCall(database.dataSource, userId, at(minute));
      const ids = (await recent()).map(({ id }) => id);
      expect(ids).toHaveLength(10);
      expect([ids.includes(running.id), ids.includes(done.id)]).toEqual([true, false]);
    });

    it('shows the result of an earlier run while a call is processed again, and demo calls to demo accounts only', async () => {
      await makeCompletedCall(database.dataSource, userId, { call: { state: 'queued', runNumber: 2 } });
      await makeCall(database.dataSource, userId, { source: 'demo' });
      expect(await recent()).toMatchObject([
        { state: 'queued', callData: { sentiment: 'positive' }, sentiment: 'positive' },
      ]);
      await asDemo();
      expect(await recent()).toHaveLength(2);
    });
  });
});
