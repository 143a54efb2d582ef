import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { makeWav } from '@ringwell/testing/intake-client';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { AcceptedCallDto } from './dto/accepted-call.dto';
import type { FullCallDto } from './dto/full-call.dto';

describe('/api/calls', () => {
  const { api, database, owner, client } = useSignedInOwner();

  const findCalls = (): Promise<Call[]> => database.manager.findBy(Call, { accountId: owner.account.id });
  const listActivity = (): Promise<ActivityLog[]> => database.manager.findBy(ActivityLog, { userId: owner.user.id });
  const revertToDemo = (): Promise<unknown> =>
    database.query(`update accounts set status = 'demo' where id = $1`, [owner.account.id]);

  describe('POST /api/calls', () => {
    const makeForm = (bytes = 5_000): FormData => {
      const data = new FormData();
      data.set('customerName', 'Dana');
      data.set('audio', new Blob([new Uint8Array(makeWav(bytes))]), 'a.wav');
      return data;
    };
    const createAnonymousClient = (): SessionClient => new SessionClient(api.url, '');

    it('accepts an upload from a user and records it in the activity log', async () => {
      const { status, headers, body } = await client.post<AcceptedCallDto>('/api/calls', makeForm());
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
        202,
        `/api/calls/${body.id}`,
        'no-store',
      ]);
      expect(body).toEqual({ id: body.id, state: 'queued', links: { self: `/api/calls/${body.id}` } });
      expect(await findCalls()).toMatchObject([
        { id: body.id, source: 'manual', customerName: 'Dana', recordingType: 'audio/wav' },
      ]);
      expect(await listActivity()).toMatchObject([{ action: 'Call uploaded', metadata: { callId: body.id } }]);
    });

    it('accepts an upload from an API client without an activity entry', async () => {
      const { status } = await createAnonymousClient().post('/api/calls', makeForm(), {
        authorization: `Bearer ${owner.token}`,
      });
      expect([status, await findCalls(), await listActivity()]).toMatchObject([202, [{ source: 'api' }], []]);
    });

    it('stores a repeated upload once', async () => {
      const headers = { 'idempotency-key': 'once' };
      const responses = [
        await client.post<AcceptedCallDto>('/api/calls', makeForm(), headers),
        await client.post<AcceptedCallDto>('/api/calls', makeForm(), headers),
      ];
      expect(responses[0]?.body.id).toBe(responses[1]?.body.id);
      expect((await client.post('/api/calls', makeForm(6_000), headers)).body).toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
      });
      expect(await listActivity()).toHaveLength(1);
    });

    it('stores ten concurrent copies of an upload once', async () => {
      const responses = await Promise.all(
        Array.from({ length: 10 }, () =>
          client.post<AcceptedCallDto>('/api/calls', makeForm(), { 'idempotency-key': 'at-once' }),
        ),
      );
      expect(responses.map(({ status, body }) => ({ status, body }))).toEqual(
        responses.map(() => ({ status: 202, body: responses[0]?.body })),
      );
      expect(await listActivity()).toHaveLength(1);
    });

    it('rejects a demo account', async () => {
      await revertToDemo();
      expect(await client.post('/api/calls', makeForm())).toMatchObject(problem(403, 'ACCOUNT_NOT_ACTIVE'));
    });
  });

  describe('GET /api/calls/{id}', () => {
    it('returns everything but the transcript', async () => {
      const { id } = await database.makeCompletedCall(owner.account.id, {
        call: { leadCallId: '98765', peaks: [3, 50], customerChannel: 1, customerName: 'Dana' },
      });
      const { status, headers, body } = await client.get<FullCallDto>(`/api/calls/${id}`);
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
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
        engines: { transcription: 'pocketsphinx', analysis: 'local', fallbackFrom: null },
        result: { sentiment: 'positive', label: 'Positive', confidence: 0.93, needsReview: false, reviewReason: null },
        transcriptQuality: { level: 'good', score: 0.91 },
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

    it('returns null for data that does not exist yet', async () => {
      const { id } = await database.makeCall(owner.account.id, { recordingKey: null });
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

  describe('GET /api/calls/{id} during reprocessing', () => {
    it.each(['queued', 'running', 'failed', 'skipped', 'timed_out'] as const)(
      'returns the previous result while the state is %s',
      async (state) => {
        const { id } = await database.makeCompletedCall(owner.account.id, {
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
});
