import { Redis } from 'ioredis';

import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { problem } from '@ringwell/testing/session-client';
import { testSettings } from '@ringwell/testing/test-settings';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { AcceptedCallDto } from './dto/accepted-call.dto';

describe('POST /api/calls/{id}/reprocess', () => {
  const { api, database, account, user, client } = useSignedInOwner();

  const reprocess = <T>(id: string): ReturnType<typeof client.post<T>> => client.post<T>(`/api/calls/${id}/reprocess`);
  const getCall = (id: string): Promise<Call> => database.manager.findOneByOrFail(Call, { id });

  it('queues a finished call like a new one, keeps its result, and records it in the activity log', async () => {
    const { id } = await database.makeCompletedCall(account.id, {
      call: { attempts: 3, deadlineAt: new Date('2026-03-31T15:30:00Z') },
    });
    const { status, body } = await reprocess<AcceptedCallDto>(id);
    expect([status, body]).toEqual([202, { id, state: 'queued', links: { self: `/api/calls/${id}` } }]);
    const call = await getCall(id);
    expect(call).toMatchObject({
      state: 'queued',
      runNumber: 2,
      attempts: 0,
      startedAt: null,
      deadlineAt: null,
      finishedAt: null,
      leaseToken: null,
      workerId: null,
      releasedAt: null,
    });
    expect(call.runAfter.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await database.query('select minutes from usage_records where call_id = $1', [id])).toEqual([
      { minutes: '0.68' },
    ]);
    expect(await database.manager.findBy(ActivityLog, { userId: user.id })).toMatchObject([
      { action: 'Call reprocessed', metadata: { callId: id } },
    ]);
  });

  it.each([
    ['failed', { errorCode: 'X', errorMessage: 'x' }],
    ['timed_out', { errorCode: 'DEADLINE_PASSED' }],
    ['skipped', { skipReason: 'no_speech' as const }],
    ['failed', { recordingKey: null, sealedRecordingUrl: 'sealed' }],
  ] as const)('accepts a call in the state %s (%j) and clears the reason', async (state, parts) => {
    const { id } = await database.makeCall(account.id, { state, ...parts });
    expect((await reprocess(id)).status).toBe(202);
    expect(await getCall(id)).toMatchObject({ state: 'queued', errorCode: null, errorMessage: null, skipReason: null });
  });

  it.each(['received', 'queued', 'released', 'running'] as const)('rejects a call in the state %s', async (state) => {
    const { id } = await database.makeCall(account.id, { state });
    expect(await reprocess(id)).toMatchObject(problem(409, 'CALL_UNDER_WAY'));
    expect(await getCall(id)).toMatchObject({ state, runNumber: 1 });
    expect(await database.manager.countBy(ActivityLog, { userId: user.id })).toBe(0);
  });

  it('queues the call once for concurrent requests', async () => {
    const { id } = await database.makeCall(account.id, { state: 'failed' });
    const responses = await Promise.all(Array.from({ length: 5 }, () => reprocess(id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    expect(await getCall(id)).toMatchObject({ runNumber: 2 });
  });

  it('rejects calls that cannot be processed', async () => {
    const demoCall = await database.makeCall(account.id, { state: 'completed', source: 'demo' });
    const unrecordedCall = await database.makeCall(account.id, { state: 'completed', recordingKey: null });
    expect(await reprocess(demoCall.id)).toMatchObject(problem(409, 'DEMO_CALL'));
    expect(await reprocess(unrecordedCall.id)).toMatchObject(
      problem(409, 'RECORDING_MISSING', { message: expect.stringContaining('as a new call') as string }),
    );
  });

  it('rejects a call whose recording or transcript has expired', async () => {
    for (const parts of [{ recordingExpiredAt: new Date() }, { wordsExpiredAt: new Date() }]) {
      const { id } = await database.makeCompletedCall(account.id, { call: parts });
      expect(await reprocess(id)).toMatchObject(
        problem(409, 'CALL_TOO_OLD', { message: expect.stringContaining('retention policy') as string }),
      );
      expect(await getCall(id)).toMatchObject({ state: 'completed', runNumber: 1 });
    }
  });

  it('rejects demo accounts and accounts with processing disabled', async () => {
    const { id } = await database.makeCompletedCall(account.id);
    await database.query('update account_settings set active = false where account_id = $1', [account.id]);
    expect(await reprocess(id)).toMatchObject(problem(403, 'ACCOUNT_SWITCHED_OFF'));
    await database.query(`update accounts set status = 'demo' where id = $1`, [account.id]);
    expect(await reprocess(id)).toMatchObject(problem(404, 'CALL_NOT_FOUND'));
    const demoCall = await database.makeCompletedCall(account.id, { call: { source: 'demo' } });
    expect(await reprocess(demoCall.id)).toMatchObject(problem(403, 'ACCOUNT_NOT_ACTIVE'));
    expect(await getCall(id)).toMatchObject({ state: 'completed', runNumber: 1 });
  });

  it('notifies the dispatcher', async () => {
    const redis = new Redis(testSettings().redisUrl);
    const notification = new Promise<void>((resolve, reject) => {
      DispatcherNotifier.subscribe(redis, api.queuePrefix, resolve)
        .then(async () => reprocess((await database.makeCall(account.id, { state: 'failed' })).id))
        .catch(reject);
    });
    await notification;
    redis.disconnect();
  });
});

describe('POST /api/calls/{id}/swap-speakers', () => {
  const { database, account, user, client } = useSignedInOwner();

  const swap = <T>(id: string): ReturnType<typeof client.post<T>> => client.post<T>(`/api/calls/${id}/swap-speakers`);

  it('queues the call with swapped speakers, even without a recording, keeps showing the old result until it is done, and logs the request', async () => {
    const { id } = await database.makeCompletedCall(account.id, {
      call: { recordingKey: null, recordingExpiredAt: new Date(), customerChannel: 1 },
    });
    const { status, body } = await swap<AcceptedCallDto>(id);
    expect([status, body]).toEqual([202, { id, state: 'queued', links: { self: `/api/calls/${id}` } }]);
    expect((await client.get(`/api/calls/${id}`)).body).toMatchObject({
      state: 'queued',
      runNumber: 2,
      resultRunNumber: 1,
      customerChannel: 0,
      result: { sentiment: 'positive' },
    });
    expect(
      await database.query('select run_number, text from transcripts where call_id = $1 order by 1', [id]),
    ).toEqual([
      { run_number: 1, text: 'Agent: Cedar Creek, hello.\nCustomer: Thank you so much.' },
      { run_number: 2, text: 'Customer: Cedar Creek, hello.\nAgent: Thank you so much.' },
    ]);
    expect(await database.manager.findBy(ActivityLog, { userId: user.id })).toMatchObject([
      { action: 'Speakers swapped', metadata: { callId: id } },
    ]);
    expect(await swap(id)).toMatchObject(problem(409, 'CALL_UNDER_WAY'));
  });

  it('rejects calls with nothing to swap', async () => {
    const silentCall = await database.makeCall(account.id, { state: 'skipped', skipReason: 'no_speech' });
    const demoCall = await database.makeCompletedCall(account.id, { call: { source: 'demo' } });
    const oldCall = await database.makeCompletedCall(account.id, { call: { wordsExpiredAt: new Date() } });
    expect(await swap(silentCall.id)).toMatchObject(problem(422, 'NO_SPEAKERS'));
    expect(await swap(demoCall.id)).toMatchObject(problem(409, 'DEMO_CALL'));
    expect(await swap(oldCall.id)).toMatchObject(problem(409, 'CALL_TOO_OLD'));
  });

  it('rejects accounts with processing disabled', async () => {
    const { id } = await database.makeCompletedCall(account.id);
    await database.query('update account_settings set active = false where account_id = $1', [account.id]);
    expect(await swap(id)).toMatchObject(problem(403, 'ACCOUNT_SWITCHED_OFF'));
  });
});
