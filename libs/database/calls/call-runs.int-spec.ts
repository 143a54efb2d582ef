import { randomUUID } from 'node:crypto';

import type { Analysis } from '@ringwell/domain/calls/analysis';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { DispatchRepository } from '../scheduling/dispatch.repository';
import { CallRunsRepository, type Lease } from './call-runs.repository';
import { Call } from './call.entity';
import { ReaperRepository } from './reaper.repository';

const database = useTestDatabase();
let runs: CallRunsRepository;
let reaper: ReaperRepository;

beforeAll(async () => {
  runs = new CallRunsRepository(database.manager);
  reaper = new ReaperRepository(database.manager);
});

const worker = randomUUID();
const transcript: Transcript = {
  engine: 'test',
  language: 'en',
  durationSeconds: 61.5,
  segments: [
    { speaker: 'agent', startMs: 0, endMs: 900, text: 'Hello' },
    { speaker: 'customer', startMs: 1_000, endMs: 2_000, text: 'Hi there' },
  ],
};
const analysis: Analysis = {
  engine: 'local',
  sentiment: 'neutral',
  confidence: 0.8,
  needsReview: false,
  reviewReason: null,
  topic: 'booking',
  summary: 'A call. It ended.',
  keyPoints: ['A call'],
  writer: 'llm:test',
  followUp: { needed: false },
  course: [],
  evidence: [],
};

async function expireDeadline({ id }: Call): Promise<void> {
  await database.query(
    `update calls set started_at = started_at - (deadline_at - now() + interval '1 second'),
      deadline_at = now() - interval '1 second' where id = $1`,
    [id],
  );
}

async function release({ id, traceParent }: Call): Promise<Lease> {
  const releasedCalls = await new DispatchRepository(database.dataSource).releaseDueCalls({
    calls: 100,
    forBusyAccounts: 100,
  });
  const released = releasedCalls.find(({ callId }) => callId === id);
  if (!released) throw new Error('The call was not released.');
  expect(released.traceParent).toBe(traceParent ?? null);
  return { callId: id, leaseToken: released.leaseToken };
}

async function makeReleasedCall(
  overrides: Partial<Call> = {},
): Promise<{ call: Call; lease: Lease; accountId: string }> {
  const { account } = await database.makeAccount();
  const call = await database.makeCall(account.id, overrides);
  return { call, lease: await release(call), accountId: account.id };
}

const reload = (call: Call): Promise<Call> => database.manager.findOneByOrFail(Call, { id: call.id });

const ALL_TIME = { startsAt: new Date('2020-01-01T12:00:00Z'), endsAt: new Date('2100-01-01T12:00:00Z') };

describe('a claimed run', () => {
  it('is claimed once, with a deadline counted from the first start', async () => {
    const { call, lease } = await makeReleasedCall();
    const claimedCall = await runs.claim(lease, worker);
    expect(claimedCall?.call).toMatchObject({ id: call.id, attempts: 1 });
    const storedCall = await reload(call);
    expect(storedCall).toMatchObject({ state: 'running', attempts: 1, workerId: worker });
    const { startedAt, deadlineAt } = storedCall;
    expect(Number(deadlineAt) - Number(startedAt)).toBe(30 * 60_000);
    expect(await runs.claim(lease, worker)).toBeNull();
  });

  it("keeps its release's trace when its worker has no trace", async () => {
    const traceParent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const { call, lease } = await makeReleasedCall({ traceParent });
    await runs.claim(lease, worker);
    expect(await reload(call)).toMatchObject({ traceParent });
  });

  it('writes nothing with an outdated lease token', async () => {
    const { call, lease } = await makeReleasedCall();
    await runs.claim(lease, worker);
    const staleLease = { ...lease, leaseToken: randomUUID() };
    expect(await runs.heartbeat(staleLease)).toBe(false);
    expect(await runs.saveTranscript(staleLease, transcript, null)).toBe(false);
    expect(await runs.saveAnalysis(staleLease, analysis)).toBe(false);
    expect(await runs.complete(staleLease)).toBe(false);
    expect(await runs.fail(staleLease, 'X', 'x')).toBe(false);
    expect(await reload(call)).toMatchObject({ state: 'running' });
  });

  it("hides details in the customer's name unless a user has corrected the name since", async () => {
    const name = 'Dana 4111 1111 1111 1111';
    const { call, lease } = await makeReleasedCall({ customerName: name });
    await runs.claim(lease, worker);
    expect(await runs.saveCustomerName(lease, 'Dana [card number]', name)).toBe(true);
    expect(await reload(call)).toMatchObject({ customerName: 'Dana [card number]' });
    await database.manager.update(Call, { id: call.id }, { customerName: 'Dana Reyes' });
    expect(await runs.saveCustomerName(lease, 'Dana [card number]', name)).toBe(true);
    expect(await reload(call)).toMatchObject({ customerName: 'Dana Reyes' });
  });

  it('passes saved results to the next attempt', async () => {
    const { call, lease, accountId } = await makeReleasedCall();
    await runs.claim(lease, worker);
    expect(await runs.saveTranscript(lease, transcript, 1)).toBe(true);
    expect(await runs.saveAnalysis(lease, analysis)).toBe(true);
    await database.query(`update calls set lease_until = now() - interval '1 second' where id = $1`, [call.id]);
    expect(await reaper.reclaimExpiredRuns()).toEqual({ requeued: 1, failed: 0 });
    expect(await reload(call)).toMatchObject({ state: 'queued', errorCode: 'WORKER_LOST' });
    await database.query('update calls set run_after = now() where id = $1', [call.id]);
    const claimedCall = await runs.claim(await release(call), worker);
    expect(claimedCall?.call.attempts).toBe(2);
    expect(claimedCall?.transcript).toMatchObject({
      segments: transcript.segments,
      text: 'Agent: Hello\nCustomer: Hi there',
    });
    expect(claimedCall?.analysis).toMatchObject({ sentiment: 'neutral', topic: 'booking', keyPoints: ['A call'] });
    expect(claimedCall?.account.id).toBe(accountId);
  });

  it.each([
    ['redacts audio', 'transcript_and_audio', {}, 'unchecked'],
    ['no longer redacts audio', 'transcript', { audioRedaction: 'unchecked' }, null],
    ['no longer redacts audio, but has tones pending', 'off', { audioRedaction: 'pending' }, 'pending'],
    ['redacts audio, and reprocesses an earlier call', 'transcript_and_audio', { runNumber: 2 }, null],
    [
      'redacts audio, and has already added the tones',
      'transcript_and_audio',
      { runNumber: 2, audioRedaction: 'done' },
      'done',
    ],
  ] as const)('gets the redaction state for an account that %s', async (_name, redaction, call, expectedState) => {
    const { lease, accountId } = await makeReleasedCall(call);
    await database.query('update account_settings set redaction = $2 where account_id = $1', [accountId, redaction]);
    expect((await runs.claim(lease, worker))?.call.audioRedaction).toBe(expectedState);
  });

  it('stores the positions of tones with the transcript, and records when they are in place', async () => {
    const { call, lease } = await makeReleasedCall();
    await runs.claim(lease, worker);
    const tones = [{ startMs: 1_000, endMs: 2_500 }];
    await runs.saveTranscript(lease, transcript, null, { audioRedaction: 'pending', tones });
    expect(await reload(call)).toMatchObject({ audioRedaction: 'pending', tones });
    const recording = { sha256: 'b'.repeat(64), bytes: 900, peaks: [12, 12] };
    expect(await runs.saveRedactedRecording({ ...lease, leaseToken: randomUUID() }, recording)).toBe(false);
    expect(await runs.saveRedactedRecording(lease, recording)).toBe(true);
    expect(await reload(call)).toMatchObject({
      audioRedaction: 'done',
      tones,
      recordingSha256: recording.sha256,
      recordingBytes: 900,
      peaks: [12, 12],
    });
  });

  it("makes a skipped call's recording playable, unless tones are pending", async () => {
    for (const [audioRedaction, expected] of [
      ['unchecked', null],
      ['pending', 'pending'],
    ] as const) {
      const { call, lease } = await makeReleasedCall({ audioRedaction });
      await runs.claim(lease, worker);
      await runs.skip(lease, 'no_speech');
      expect((await reload(call)).audioRedaction).toBe(expected);
    }
  });

  it('is not completed after its deadline', async () => {
    const { call, lease } = await makeReleasedCall();
    await runs.claim(lease, worker);
    await expireDeadline(call);
    expect(await runs.complete(lease)).toBe(false);
    expect(await reaper.timeOutOverdue()).toBe(1);
    expect(await reload(call)).toMatchObject({ state: 'timed_out', leaseToken: null });
    expect(await runs.heartbeat(lease)).toBe(false);
  });

  it.each([
    ['the reaper', 1, 'one minute', async () => (await reaper.timeOutOverdue()) === 1],
    ['the reaper', 30, '30 minutes', async () => (await reaper.timeOutOverdue()) === 1],
    ['its worker', 1, 'one minute', (lease: Lease) => runs.timeOut(lease)],
    ['its worker', 30, '30 minutes', (lease: Lease) => runs.timeOut(lease)],
  ])("names the account's limit when %s ends it after %i minutes", async (_, minutes, limit, end) => {
    const { call, lease } = await makeReleasedCall();
    const sql = 'update account_settings set processing_timeout_minutes = $2 where account_id = $1';
    await database.query(sql, [call.accountId, minutes]);
    await runs.claim(lease, worker);
    await expireDeadline(call);
    expect(await end(lease)).toBe(true);
    expect((await reload(call)).errorMessage).toBe(
      `Processing took longer than ${limit} and was stopped. Start it again, or raise the limit in the settings.`,
    );
  });

  it.each(['provider', 'timeout'] as const)(
    'waits as long as requested, and fails after the fifth %s error',
    async (kind) => {
      const { call, lease } = await makeReleasedCall();
      await runs.claim(lease, worker);
      const reason = { code: 'BUSY', message: 'Busy.', kind };
      expect(await runs.retryOrFail(lease, 1, reason, 120_000)).toBe('queued');
      const waitingCall = await reload(call);
      expect(waitingCall).toMatchObject({
        state: 'queued',
        errorCode: 'BUSY',
        errorMessage: "Busy. We'll retry the call automatically.",
        leaseToken: null,
      });
      expect(waitingCall.runAfter.getTime() - Date.now()).toBeGreaterThan(100_000);

      const lastAttempt = await makeReleasedCall();
      await runs.claim(lastAttempt.lease, worker);
      expect(await runs.retryOrFail(lastAttempt.lease, 5, reason)).toBe('failed');
      expect(await reload(lastAttempt.call)).toMatchObject({
        state: 'failed',
        errorCode: 'BUSY',
        errorMessage: 'Busy. Try again later.',
      });
    },
  );

  it('fails with an error message when its worker dies five times', async () => {
    const { call, lease } = await makeReleasedCall({ attempts: 4 });
    await runs.claim(lease, worker);
    await database.query(`update calls set lease_until = now() - interval '1 second' where id = $1`, [call.id]);
    expect(await reaper.reclaimExpiredRuns()).toEqual({ requeued: 0, failed: 1 });
    expect(await reload(call)).toMatchObject({
      state: 'failed',
      errorCode: 'WORKER_LOST',
      errorMessage: expect.stringContaining('5 times') as string,
    });
  });

  it("fails with the vendor's reason when the next attempt would start after the deadline", async () => {
    const { call, lease } = await makeReleasedCall();
    await runs.claim(lease, worker);
    expect(await runs.retryOrFail(lease, 1, { code: 'BUSY', message: 'Busy.' }, 3_600_000)).toBe('failed');
    expect(await reload(call)).toMatchObject({ state: 'failed', errorCode: 'BUSY' });
  });

  describe.each([
    ['ahead', 2],
    ['behind', -2],
  ])("when the worker's clock is two hours %s", (_name, hours) => {
    beforeEach(() => {
      const now = Date.now.bind(Date);
      jest.spyOn(Date, 'now').mockImplementation(() => now() + hours * 3_600_000);
    });
    afterEach(() => jest.restoreAllMocks());

    it("gets the remaining time and the call's age from PostgreSQL", async () => {
      const { lease } = await makeReleasedCall();
      const claimedCall = await runs.claim(lease, worker);
      expect(claimedCall?.msUntilDeadline).toBeGreaterThan(29 * 60_000);
      expect(claimedCall?.msUntilDeadline).toBeLessThanOrEqual(30 * 60_000);
      expect(claimedCall?.ageMs).toBeGreaterThan(0);
      expect(claimedCall?.ageMs).toBeLessThan(60_000);
    });

    it('is retried before its deadline, but not after it', async () => {
      const reason = { code: 'BUSY', message: 'Busy.' };
      const [earlyRun, lateRun] = [await makeReleasedCall(), await makeReleasedCall()];
      for (const { lease } of [earlyRun, lateRun]) await runs.claim(lease, worker);
      expect(await runs.retryOrFail(earlyRun.lease, 1, reason, 60_000)).toBe('queued');
      expect(await runs.retryOrFail(lateRun.lease, 1, reason, 3_600_000)).toBe('failed');
    });
  });

  it.each([
    ['completed', (lease: Lease) => runs.complete(lease)],
    ['skipped', (lease: Lease) => runs.skip(lease, 'no_speech')],
    ['failed', (lease: Lease) => runs.fail(lease, 'X', 'x')],
    ['timed_out', (lease: Lease) => runs.timeOut(lease)],
  ])('creates one callback when it ends as %s, but only if the sender requested one', async (state, end) => {
    for (const [expected, host, hash] of [
      [1, 'n8n.example.com', 'abc'],
      [0, null, null],
    ] as const) {
      const { call, lease } = await makeReleasedCall({ callbackHost: host, callbackHash: hash });
      await runs.claim(lease, worker);
      expect(await end(lease)).toBe(true);
      expect(await reload(call)).toMatchObject({ state });
      const pendingCallbacks = await database.query(
        'select channel, destination, state from deliveries where call_id = $1',
        [call.id],
      );
      expect(pendingCallbacks).toEqual(
        expected ? [{ channel: 'callback', destination: 'n8n.example.com', state: 'pending' }] : [],
      );
    }
  });

  it('creates a callback when the reaper ends it, but not when it is retried', async () => {
    const lostRun = await makeReleasedCall({ callbackHost: 'a.example.com', callbackHash: 'a', attempts: 4 });
    const repeatedRun = await makeReleasedCall({ callbackHost: 'b.example.com', callbackHash: 'b' });
    const timedOutRun = await makeReleasedCall({ callbackHost: 'c.example.com', callbackHash: 'c' });
    for (const { lease } of [lostRun, repeatedRun, timedOutRun]) await runs.claim(lease, worker);
    await database.query(`update calls set lease_until = now() - interval '1 second' where id = any($1)`, [
      [lostRun.call.id, repeatedRun.call.id],
    ]);
    await expireDeadline(timedOutRun.call);
    await reaper.timeOutOverdue();
    await reaper.reclaimExpiredRuns();
    const callbacks = await database.query<{ destination: string }[]>(
      `select destination from deliveries where destination like '_.example.com' order by 1`,
    );
    expect(callbacks.map(({ destination }) => destination)).toEqual(['a.example.com', 'c.example.com']);
  });

  it("does not count a stopping worker's attempt or time, but keeps its results", async () => {
    const { call, lease } = await makeReleasedCall();
    await runs.claim(lease, worker);
    await runs.saveProbe(lease, { durationSeconds: 61.5, channelCount: 1, recordingType: 'audio/wav', peaks: [] });
    expect(await runs.saveTranscript(lease, transcript, 1)).toBe(true);
    expect(await runs.returnToQueue(lease)).toBe(true);
    expect(await reload(call)).toMatchObject({ state: 'queued', attempts: 0, startedAt: null, deadlineAt: null });
    expect(await runs.claim(await release(call), worker)).toMatchObject({ transcript: { engine: 'test' } });
  });

  it.each(['running', 'waiting for its next attempt'])(
    'gets its full time again if that time ran out during an outage while it was %s',
    async (activity) => {
      const { call, lease } = await makeReleasedCall();
      await runs.claim(lease, worker);
      if (activity !== 'running') await runs.retryOrFail(lease, 1, { code: 'BUSY', message: 'Busy.' });
      await expireDeadline(call);
      await database.query(
        `update calls set lease_until = now() - interval '1 hour' where id = $1 and state = 'running'`,
        [call.id],
      );
      expect(await reaper.timeOutOverdue()).toBe(0);
      expect(await reaper.reclaimExpiredRuns()).toEqual({ requeued: activity === 'running' ? 1 : 0, failed: 0 });
      expect(await reload(call)).toMatchObject({ state: 'queued', attempts: 1 });
      await database.query('update calls set run_after = now() where id = $1', [call.id]);
      const claimedCall = await runs.claim(await release(call), worker);
      expect(claimedCall?.call.attempts).toBe(2);
      expect(claimedCall?.msUntilDeadline).toBeGreaterThan(29 * 60_000);
      expect((await reload(call)).startedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    },
  );
});

describe('ReaperRepository', () => {
  it('recovers calls and deliveries while another transaction, such as a deletion, has one of each locked', async () => {
    const lostRuns = [await makeReleasedCall(), await makeReleasedCall()];
    const overdueRuns = [await makeReleasedCall(), await makeReleasedCall()];
    const releasedRun = await makeReleasedCall();
    for (const { lease } of [...lostRuns, ...overdueRuns]) await runs.claim(lease, worker);
    const expiredLease = `lease_until = now() - interval '1 second'`;
    await database.query(`update calls set ${expiredLease} where id = any($1)`, [lostRuns.map(({ call }) => call.id)]);
    for (const { call } of overdueRuns) await expireDeadline(call);
    await database.query(
      `insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash, state, lease_until)
      select account_id, id, 1, 'email', 'a', 'a', 'sending', now() - interval '1 second' from calls where id = any($1)`,
      [lostRuns.map(({ call }) => call.id)],
    );
    await database.dataSource.transaction(async (lockingManager) => {
      const lockedIds = [lostRuns[0]?.call.id, overdueRuns[0]?.call.id, releasedRun.call.id];
      await lockingManager.query('select from calls where id = any($1) for update', [lockedIds]);
      await lockingManager.query('select from deliveries where call_id = any($1) for update', [lockedIds]);
      await database.dataSource.transaction(async (manager) => {
        await manager.query(`set local lock_timeout = '1s'`);
        const otherReaper = new ReaperRepository(manager);
        expect(await otherReaper.timeOutOverdue()).toBe(1);
        expect(await otherReaper.reclaimExpiredRuns()).toEqual({ requeued: 1, failed: 0 });
        expect(await otherReaper.markUnknownDeliveries()).toBe(1);
        expect(await otherReaper.undoRelease(releasedRun.lease)).toBe(false);
      });
    });
    expect(await reaper.timeOutOverdue()).toBe(1);
    expect(await reaper.reclaimExpiredRuns()).toEqual({ requeued: 1, failed: 0 });
    expect(await reaper.markUnknownDeliveries()).toBe(1);
    expect(await reaper.undoRelease(releasedRun.lease)).toBe(true);
  });
});

describe('ReaperRepository.undoRelease', () => {
  it('requeues a released call only if no worker has claimed it', async () => {
    const { call, lease } = await makeReleasedCall();
    await database.query(`update calls set released_at = now() - interval '1 minute' where id = $1`, [call.id]);
    expect(await reaper.listUnclaimedReleases(30)).toContainEqual(lease);
    expect(await reaper.undoRelease(lease)).toBe(true);
    expect(await reload(call)).toMatchObject({ state: 'queued', leaseToken: null, attempts: 0 });
    expect(await runs.claim(lease, worker)).toBeNull();
    expect(await reaper.undoRelease(lease)).toBe(false);
  });
});

describe('UsageRepository.record', () => {
  it('records each call once and updates the daily totals', async () => {
    const { usage } = database.repositories;
    const { account } = await database.makeAccount();
    const calls = await Promise.all([database.makeCall(account.id), database.makeCall(account.id)]);
    const record = (call: Call): Promise<boolean> =>
      usage.record(account.id, {
        callId: call.id,
        minutes: '1.25',
        instanceRuns: 1,
        apiCalls: 0,
        source: 'n8n',
        metadata: { ldsData: { name: null, phone: null } },
        callData: null,
      });
    const results = await Promise.all([...calls, ...calls, ...calls].map(record));
    expect(results.filter(Boolean)).toHaveLength(2);
    const dailyUsage = await database.query(
      'select minutes, calls, instance_runs::int from usage_daily where account_id = $1',
      [account.id],
    );
    expect(dailyUsage).toEqual([{ minutes: '2.50', calls: 2, instance_runs: 2 }]);
    expect(await usage.sumMinutes(account.id, ALL_TIME)).toBe(2.5);
  });
});
