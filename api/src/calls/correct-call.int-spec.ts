import { setTimeout as sleep } from 'node:timers/promises';

import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { FollowUp } from '@ringwell/database/follow-ups/follow-up.entity';
import { problem } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { CallPageDto } from './dto/call-summary.dto';
import type { FullCallDto } from './dto/full-call.dto';
import type { TranscriptDto } from './dto/transcript.dto';

describe('Correcting a call', () => {
  const { database, account, user, client } = useSignedInOwner();

  const listActions = async (): Promise<string[]> =>
    (await database.manager.findBy(ActivityLog, { userId: user.id })).map(({ action }) => action);

  describe('PATCH /api/calls/{id}', () => {
    it('corrects and removes the customer name, and logs the changes without the name', async () => {
      const { id } = await database.makeCompletedCall(account.id);
      const { status, body } = await client.patch<FullCallDto>(`/api/calls/${id}`, { customerName: ' Jan Kowalczyk ' });
      expect({ status, name: body.customerName, state: body.state }).toEqual({
        status: 200,
        name: 'Jan Kowalczyk',
        state: 'completed',
      });
      expect((await client.get<FullCallDto>(`/api/calls/${id}`)).body.customerName).toBe('Jan Kowalczyk');
      const [entry] = await database.manager.findBy(ActivityLog, { userId: user.id });
      expect(entry).toMatchObject({ action: 'Call updated', metadata: { callId: id } });
      expect(JSON.stringify(entry)).not.toContain('Kowalczyk');
      await client.patch(`/api/calls/${id}`, { customerName: null });
      expect(await database.manager.findOneByOrFail(Call, { id })).toMatchObject({ customerName: null });
    });

    it('corrects direction, time, job and parties, and leaves the other details unchanged', async () => {
      const { id } = await database.makeCompletedCall(account.id, {
        call: { customerName: 'Dana', jobId: '7' },
      });
      const { body } = await client.patch<FullCallDto>(`/api/calls/${id}`, {
        direction: 'outbound',
        from: null,
        to: ' +15551234567 ',
        jobId: 1204,
        startedAt: '2026-03-31T10:12:00-04:00',
      });
      expect(body).toMatchObject({
        customerName: 'Dana',
        direction: 'outbound',
        from: null,
        to: '+15551234567',
        jobId: '1204',
        startedAt: '2026-03-31T14:12:00.000Z',
      });
      const [entry] = await database.manager.findBy(ActivityLog, { userId: user.id });
      expect(entry?.metadata).toMatchObject({ changed: ['direction', 'from', 'to', 'jobId', 'startedAt'] });
      const response = await client.patch<FullCallDto>(`/api/calls/${id}`, { jobId: '', startedAt: null });
      expect(response.body).toMatchObject({ jobId: null, startedAt: null, direction: 'outbound' });
    });

    it.each(['voicemail', 'promise'] as const)('keeps a %s follow-up without a transcript', async (kind) => {
      const dueAt = new Date('2126-03-31T14:00:00Z');
      const { callId } = await database.makeFollowUp(account.id, { kind, dueAt });
      await database.manager.delete(CallTranscript, { callId });
      await database.manager.update(CallAnalysis, { callId }, { evidence: [] });
      expect((await client.patch(`/api/calls/${callId}`, { from: '+15551230000' })).status).toBe(200);
      const followUps = await database.manager.findBy(FollowUp, { accountId: account.id });
      expect(followUps).toMatchObject([{ state: 'open', kind, dueAt }]);
    });

    it.each([
      [{}, 'NOTHING_TO_CHANGE'],
      [{ direction: 'sideways' }, 'VALIDATION_FAILED'],
      [{ from: '1'.repeat(65) }, 'VALIDATION_FAILED'],
      [{ startedAt: 'yesterday' }, 'VALIDATION_FAILED'],
      [{ startedAt: '2199-01-01T00:00:00Z' }, 'VALIDATION_FAILED'],
      [{ customerName: ['Jan'] }, 'VALIDATION_FAILED'],
      [{ customerName: 'x'.repeat(201) }, 'VALIDATION_FAILED'],
      [{ customerName: 'Jan\nKowalczyk' }, 'VALIDATION_FAILED'],
      [{ customerName: 'Jan', state: 'failed' }, 'VALIDATION_FAILED'],
    ])('rejects %j', async (body, code) => {
      const { id, customerName } = await database.makeCall(account.id, { customerName: 'Dana' });
      expect(await client.patch(`/api/calls/${id}`, body)).toMatchObject({ status: 400, body: { code } });
      expect(await database.manager.findOneByOrFail(Call, { id })).toMatchObject({ customerName });
      expect(await listActions()).toEqual([]);
    });
  });

  describe('PATCH /api/calls/{id}/transcript', () => {
    const correct = (id: string, correction: object): ReturnType<typeof client.patch<TranscriptDto>> =>
      client.patch<TranscriptDto>(`/api/calls/${id}/transcript`, correction);
    const countMatches = async (search: string): Promise<number> =>
      (await client.get<CallPageDto>(`/api/calls?search=${encodeURIComponent(search)}`)).body.items.length;

    it('replaces the words in the transcript, its text, the quotes and the search', async () => {
      const { id } = await database.makeCompletedCall(account.id);
      await database.manager.update(
        CallAnalysis,
        { callId: id },
        {
          evidence: [
            { claim: 'Positive', segment: 1, startMs: 0, endMs: 1, quote: 'thank you so much' },
            { claim: 'Neutral', segment: 0, startMs: 0, endMs: 1, quote: 'cedar creek, hello' },
          ],
        },
      );
      const { status, body } = await correct(id, { from: 'Cedar Creek', to: 'Zeder Krick' });
      expect({ status, segment: body.segments[0]?.text, text: body.text }).toEqual({
        status: 200,
        segment: 'Zeder Krick, hello.',
        text: 'Agent: Zeder Krick, hello.\nCustomer: Thank you so much.',
      });
      expect((await client.get<TranscriptDto>(`/api/calls/${id}/transcript`)).body).toEqual(body);
      expect(
        (await client.get<FullCallDto>(`/api/calls/${id}`)).body.result?.evidence.map(({ quote }) => quote),
      ).toEqual(['thank you so much', 'Zeder Krick, hello']);
      expect(await countMatches('Zeder Krick')).toBe(1);
      expect(await countMatches('Cedar Creek, hello')).toBe(0);
      expect(await listActions()).toEqual(['Transcript updated']);
    });

    it.each([
      [{ segment: 1, from: 'Cedar', to: 'Zeder' }, 409, 'TRANSCRIPT_CHANGED'],
      [{ from: 'Ceda', to: 'Zeder' }, 409, 'TRANSCRIPT_CHANGED'],
      [{ from: ' ', to: 'Zeder' }, 400, 'VALIDATION_FAILED'],
      [{ from: 'Cedar', to: 'x'.repeat(101) }, 400, 'VALIDATION_FAILED'],
      [{ from: 'Cedar' }, 400, 'VALIDATION_FAILED'],
      [{ segment: -1, from: 'Cedar', to: 'Zeder' }, 400, 'VALIDATION_FAILED'],
    ])('rejects %j', async (correction, status, code) => {
      const { id } = await database.makeCompletedCall(account.id);
      expect(await correct(id, correction)).toMatchObject({ status, body: { code } });
      expect((await client.get<TranscriptDto>(`/api/calls/${id}/transcript`)).body.text).toContain('Cedar Creek');
      expect(await listActions()).toEqual([]);
    });

    it("doesn't let corrections inflate the transcript", async () => {
      const { id } = await database.makeCompletedCall(account.id);
      const manyWords = Array.from({ length: 33 }, () => 'ab').join(' ');
      await correct(id, { from: 'hello', to: manyWords });
      const responses = [];
      for (let round = 0; round < 4; round += 1) responses.push(await correct(id, { from: 'ab', to: manyWords }));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 400, 400]);
      expect(responses.at(-1)?.body).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field: 'to' }] });
    });

    it('reports that the call was deleted concurrently', async () => {
      const { id } = await database.makeCompletedCall(account.id);
      const evidence = [{ claim: 'Neutral', segment: 0, startMs: 0, endMs: 1, quote: 'cedar creek, hello' }];
      await database.manager.update(CallAnalysis, { callId: id }, { evidence });
      // The deletion locks the call and waits for the account's totals; then the word is corrected.
      const deleteFirst = (): Promise<{ status: number }[]> =>
        Promise.all([
          client.delete(`/api/calls/${id}`),
          sleep(300).then(() => correct(id, { from: 'Cedar', to: 'Z' })),
        ]);
      const lockSql = 'select lock_happiness($1)';
      const responses = await database.whileLocked(lockSql, [account.id], deleteFirst, 2);
      expect(responses.map(({ status }) => status)).toEqual([200, 404]);
    });

    it('reports that the call has no transcript', async () => {
      const { id } = await database.makeCall(account.id, { state: 'queued' });
      expect(await correct(id, { from: 'a', to: 'b' })).toMatchObject(problem(404, 'NO_TRANSCRIPT'));
    });
  });
});
