import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { CallCheck } from '@ringwell/database/calls/call-check.entity';
import { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { ErasuresRepository } from '@ringwell/database/erasures/erasures.repository';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { problem, SessionClient, type ClientResponse } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import { readLabeledCalls } from '../../../../lab/analyst/measurement/labeled-call';
import type { FullCallDto } from '../dto/full-call.dto';
import type { AccuracyReportDto } from './dto/accuracy.dto';
import type { CheckResultDto, DrawnCallDto } from './dto/check.dto';

describe('Checking drawn calls', () => {
  const { api, database, owner, client } = useSignedInOwner({
    user: { firstName: 'Dana', lastName: 'Reyes' },
    settings: { timeZone: 'America/New_York', sealedWebhookUrl: 'sealed' },
  });

  const makeCalls = (count: number, parts: Parameters<typeof makeCompletedCall>[2] = {}): Promise<Call[]> =>
    Promise.all(
      Array.from({ length: count }, () =>
        database.makeCompletedCall(owner.account.id, {
          ...parts,
          call: { recordingKey: 'recordings/1', ...parts.call },
        }),
      ),
    );
  const drawCalls = async (session = client): Promise<string[]> =>
    (await session.post<DrawnCallDto[]>('/api/checks')).body.map(({ id }) => id);
  const answerCheck = <T = CheckResultDto>(id: string, label: string, session = client): Promise<ClientResponse<T>> =>
    session.send<T>('PUT', `/api/checks/${id}/answer`, { answer: label });
  const skipCheck = (id: string, reason = 'bad_audio', session = client): Promise<ClientResponse<unknown>> =>
    session.post(`/api/checks/${id}/skip`, { reason });
  const getAccuracy = async (): Promise<AccuracyReportDto> =>
    (await client.get<AccuracyReportDto>('/api/checks/accuracy')).body;
  const signInAsRole = async (role: 'member' | 'viewer'): Promise<SessionClient> =>
    api.signIn(await database.makeMember(owner, role));
  const drawNewCall = async (parts: Parameters<typeof makeCompletedCall>[2] = {}): Promise<string> => {
    await makeCalls(1, parts);
    const [id = ''] = await drawCalls();
    return id;
  };

  it('draws five calls, never the same call twice, and returns unanswered calls again', async () => {
    const calls = await makeCalls(12);
    const firstDraw = await drawCalls();
    expect(new Set(firstDraw).size).toBe(5);
    expect(await drawCalls()).toEqual(firstDraw);
    const drawnIds = new Set(firstDraw);
    for (let openIds = firstDraw; openIds.length > 0; openIds = await drawCalls()) {
      for (const id of openIds) await skipCheck(id);
      for (const id of openIds) drawnIds.add(id);
    }
    expect([...drawnIds].sort()).toEqual(calls.map(({ id }) => id).sort());
  });

  it("draws different calls each time, and never another member's calls", async () => {
    await makeCalls(60);
    const distinctDraws = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      await database.query('delete from call_checks');
      distinctDraws.add((await drawCalls()).toSorted().join());
    }
    expect(distinctDraws.size).toBeGreaterThan(1);
    const drawnIds = await drawCalls();
    expect((await drawCalls(await signInAsRole('member'))).filter((id) => drawnIds.includes(id))).toEqual([]);
  });

  it('draws old and new calls equally often', async () => {
    const DAY_MS = 86_400_000;
    const makeCallsFromDaysAgo = async (days: number): Promise<string[]> =>
      (await makeCalls(100, { call: { createdAt: new Date(Date.now() - days * DAY_MS) } })).map(({ id }) => id);
    const oldIds = new Set(await makeCallsFromDaysAgo(80));
    await makeCallsFromDaysAgo(1);
    const repository = database.repositories.callChecks;
    let [oldCount, totalCount] = [0, 0];
    for (let round = 0; round < 100; round += 1) {
      await repository.draw(owner.account.id, owner.user.id, 5);
      const ids = (await repository.listOpen(owner.account.id, owner.user.id, 5)).map(({ id }) => id);
      expect(ids).toHaveLength(5);
      oldCount += ids.filter((id) => oldIds.has(id)).length;
      totalCount += ids.length;
      await database.query('delete from call_checks');
    }
    // Allows five standard deviations.
    expect(Math.abs(oldCount / totalCount - 0.5)).toBeLessThan(0.22);
  });

  it('does not draw a call that is being deleted', async () => {
    const [deletedCall, otherCall] = await makeCalls(2);
    const runner = database.dataSource.createQueryRunner();
    await runner.startTransaction();
    await new ErasuresRepository(runner.manager).deleteCall(owner.account.id, deletedCall?.id ?? '', null);
    const drawRequest = client.post('/api/checks');
    await Promise.race([drawRequest, sleep(300)]);
    await runner.commitTransaction();
    await runner.release();
    expect(await drawRequest).toMatchObject({ status: 200, body: [{ id: otherCall?.id }] });
  });

  it('uses the time of receipt for a call with a start time in the future', async () => {
    const arrivedAt = new Date(Date.now() - 60_000);
    await makeCalls(1, { call: { createdAt: arrivedAt, occurredAt: new Date(Date.now() + 3_600_000) } });
    const { body } = await client.post<DrawnCallDto[]>('/api/checks');
    expect(body).toMatchObject([{ startedAt: arrivedAt.toISOString() }]);
  });

  it('reveals nothing about the label', async () => {
    await drawNewCall({ analysis: { sentiment: 'negative' } });
    const { body } = await client.post<DrawnCallDto[]>('/api/checks');
    expect(Object.keys(body[0] ?? {}).sort()).toEqual(
      ['audio', 'customerName', 'direction', 'durationSeconds', 'from', 'id', 'peaks', 'startedAt', 'to'].sort(),
    );
  });

  it.each([
    ['older than 90 days', { occurredAt: new Date('2025-01-01T00:00:00Z') }],
    ['without a recording', { recordingKey: null }],
    ['whose recording has expired', { recordingExpiredAt: new Date('2026-04-01T00:00:00Z') }],
    ['whose recording is not redacted yet', { audioRedaction: 'pending' as const }],
    ['from a demo', { source: 'demo' as const }],
    ['without a result', { resultRunNumber: null }],
  ])("doesn't draw a call %s", async (_name, call) => {
    await makeCalls(1, { call });
    expect(await drawCalls()).toEqual([]);
  });

  it("also draws corrected calls, and compares the answer with the analyst's label", async () => {
    const id = await drawNewCall({ analysis: { sentiment: 'negative', engine: 'llm:gpt' } });
    await client.send('PUT', `/api/calls/${id}/correction`, { sentiment: 'neutral' });
    const { body } = await answerCheck(id, 'neutral');
    expect(body).toMatchObject({ isRight: false, correctedAt: null, original: { label: 'Negative' } });
    expect(await database.manager.findOneByOrFail(CallCheck, { callId: id })).toMatchObject({
      answer: 'neutral',
      sentiment: 'negative',
      engine: 'llm:gpt',
      runNumber: 1,
      checkedBy: owner.user.id,
    });
  });

  it('keeps a correct label, and corrects a wrong label', async () => {
    await makeCalls(2);
    const [correctId = '', wrongId = ''] = await drawCalls();
    expect((await answerCheck(correctId, 'positive')).body).toMatchObject({ isRight: true, correctedAt: null });
    expect((await answerCheck(wrongId, 'negative')).body).toEqual({
      answer: 'negative',
      original: { sentiment: 'positive', needsReview: false, reviewReason: null, label: 'Positive', confidence: 0.93 },
      isRight: false,
      correctedAt: expect.stringMatching(/Z$/) as string,
    });
    const findCorrectedLabel = async (id: string): Promise<string | undefined> =>
      (await client.get<FullCallDto>(`/api/calls/${id}`)).body.correction?.label;
    expect([await findCorrectedLabel(correctId), await findCorrectedLabel(wrongId)]).toEqual([undefined, 'Negative']);
    expect(await database.manager.findBy(Delivery, { callId: wrongId })).toMatchObject([{ event: 'call.corrected' }]);
    await client.send('DELETE', `/api/calls/${wrongId}/correction`);
    expect((await getAccuracy()).overall).toMatchObject({ right: 1, checked: 2 });
  });

  it('resolves a call that needs a listen, and reports accuracy for guesses separately', async () => {
    const id = await drawNewCall({ analysis: { needsReview: true, reviewReason: 'low_confidence' } });
    expect((await answerCheck(id, 'positive')).body).toMatchObject({
      isRight: true,
      correctedAt: expect.any(String) as string,
    });
    const { overall, needsListen } = await getAccuracy();
    expect([overall.checked, needsListen]).toEqual([0, { right: 1, checked: 1, figure: null }]);
  });

  it("changes nothing when the user can't tell", async () => {
    const id = await drawNewCall();
    expect((await answerCheck(id, 'cant_tell')).body).toMatchObject({ isRight: null, correctedAt: null });
    expect(await getAccuracy()).toMatchObject({ cantTell: 1, overall: { checked: 0 } });
  });

  it('ignores ordinary corrections and skipped calls, and shows the accuracy once there are 20 checks', async () => {
    await makeCalls(22);
    const [skippedId = ''] = await drawCalls();
    await skipCheck(skippedId, 'on_the_call');
    for (let checkCount = 0; checkCount < 19; checkCount += 1) {
      const [id = ''] = await drawCalls();
      await answerCheck(id, checkCount < 2 ? 'neutral' : 'positive');
    }
    expect(await getAccuracy()).toMatchObject({ skipped: 1, overall: { right: 17, checked: 19, figure: null } });
    const [lastId = '', otherId = ''] = await drawCalls();
    await client.send('PUT', `/api/calls/${otherId}/correction`, { sentiment: 'negative' });
    await answerCheck(lastId, 'positive');
    const { overall, bySentiment, byEngine } = await getAccuracy();
    expect(overall).toMatchObject({ right: 18, checked: 20, figure: { share: 0.9 } });
    expect(overall.figure?.low).toBeCloseTo(0.699, 3);
    expect(bySentiment.map(({ checked }) => checked)).toEqual([20, 0, 0]);
    expect(byEngine).toMatchObject([{ engine: 'local', checked: 20 }]);
  });

  it('rejects a second answer, and names the user who gave the first', async () => {
    const id = await drawNewCall();
    const secondClient = await signInAsRole('member');
    await answerCheck(id, 'neutral');
    expect(await answerCheck(id, 'positive', secondClient)).toMatchObject(
      problem(409, 'CHECK_DONE', {
        message: 'Dana Reyes already checked this call: Neutral. Continue with the next call.',
      }),
    );
    expect(await skipCheck(id, 'other', secondClient)).toMatchObject({ status: 409 });
  });

  it('offers another member calls that were drawn but not answered within a day', async () => {
    const id = await drawNewCall();
    const secondClient = await signInAsRole('member');
    expect(await drawCalls(secondClient)).toEqual([]);
    await database.query(`update call_checks set drawn_at = now() - interval '25 hours' where call_id = $1`, [id]);
    expect(await drawCalls(secondClient)).toEqual([id]);
    expect(await drawCalls()).toEqual([]);
  });

  it('only accepts answers for calls the account has drawn', async () => {
    const [call] = await makeCalls(1);
    expect(await answerCheck(call?.id ?? '', 'neutral')).toMatchObject(problem(404, 'CHECK_NOT_FOUND'));
    expect(await skipCheck(call?.id ?? '')).toMatchObject({ status: 404 });
    await drawCalls();
    const stranger = await database.makeAccount();
    const strangerClient = await api.signIn(stranger.user);
    expect(await answerCheck(call?.id ?? '', 'neutral', strangerClient)).toMatchObject({ status: 404 });
    expect(await skipCheck(call?.id ?? '', 'other', strangerClient)).toMatchObject({ status: 404 });
    expect(await drawCalls(strangerClient)).toEqual([]);
  });

  it.each([{}, { answer: 'happy' }, { answer: 'neutral', sentiment: 'neutral' }])('rejects %j', async (body) => {
    const id = await drawNewCall();
    expect(await client.send('PUT', `/api/checks/${id}/answer`, body)).toMatchObject({ status: 400 });
    expect(await client.post(`/api/checks/${id}/skip`, { reason: 'lazy' })).toMatchObject({ status: 400 });
    expect(await drawCalls()).toEqual([id]);
  });

  it('shows the accuracy in UTC for a time zone that PostgreSQL does not support', async () => {
    await database.query(`update account_settings set time_zone = 'America/Unknown'`);
    await answerCheck(await drawNewCall(), 'positive');
    expect((await getAccuracy()).byMonth).toMatchObject([{ checked: 1 }]);
  });

  it('shows viewers only the accuracy', async () => {
    const id = await drawNewCall();
    const viewer = await signInAsRole('viewer');
    expect((await viewer.post('/api/checks')).status).toBe(403);
    expect((await answerCheck(id, 'neutral', viewer)).status).toBe(403);
    expect((await viewer.get('/api/checks/export.jsonl')).status).toBe(403);
    expect((await viewer.get('/api/checks/accuracy')).status).toBe(200);
  });

  it("exports checked calls in the evaluation's format", async () => {
    await makeCalls(4, { call: { direction: 'inbound' } });
    const [positiveId = '', negativeId = '', unknownId = '', silentId = ''] = await drawCalls();
    await answerCheck(positiveId, 'positive');
    await answerCheck(negativeId, 'negative');
    await answerCheck(unknownId, 'cant_tell');
    await answerCheck(silentId, 'positive');
    await database.manager.update(CallTranscript, { callId: silentId }, { segments: [] });
    const { headers, body } = await client.get<string>('/api/checks/export.jsonl');
    expect(headers.get('content-disposition')).toBe('attachment; filename=checked-calls.jsonl');
    const path = join(api.storageDir, 'checked.jsonl');
    await writeFile(path, body);
    const calls = readLabeledCalls(path);
    expect(new Map(calls.map(({ id, label }) => [id, label]))).toEqual(
      new Map([
        [positiveId, 'positive'],
        [negativeId, 'negative'],
      ]),
    );
    expect(calls[0]).toMatchObject({
      direction: 'inbound',
      needsFollowUp: false,
      turns: [{ speaker: 'agent', text: 'Cedar Creek, hello.' }, { speaker: 'customer' }],
    });
  });

  it('exports nothing before the first check', async () => {
    expect(await client.get('/api/checks/export.jsonl')).toMatchObject({ status: 200, body: '' });
  });
});
