import { randomUUID } from 'node:crypto';

import type { Analysis } from '@ringwell/domain/calls/analysis';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import { claimNextCall } from '@ringwell/testing/claim-next-call';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { UsageRepository } from '../billing/usage.repository';
import { DispatchRepository } from '../scheduling/dispatch.repository';
import { CallListsRepository } from './call-lists.repository';
import { CallRunsRepository, type Lease } from './call-runs.repository';
import { CallsRepository } from './calls.repository';
import { ReaperRepository } from './reaper.repository';

describe('a reprocessed call', () => {
  const database = useTestDatabase();
  let accountId: string;
  let callId: string;

  beforeAll(async () => {});
  beforeEach(async () => {
    accountId = (await database.makeAccount()).account.id;
    callId = (await database.makeCall(accountId)).id;
  });

  const calls = (): CallsRepository => new CallsRepository(database.manager);

  const runs = (): CallRunsRepository => new CallRunsRepository(database.manager);
  const lists = (): CallListsRepository => new CallListsRepository(database.manager);

  // Runs the call as a worker would, without completing it.
  async function startRun(spokenText: string, sentiment: Sentiment): Promise<Lease> {
    const [lease] = (
      await new DispatchRepository(database.dataSource).releaseDueCalls({ calls: 100, forBusyAccounts: 100 })
    ).filter((released) => released.callId === callId);
    const claimedCall = lease && (await runs().claim(lease, randomUUID()));
    if (!claimedCall) throw new Error('The call was not claimed.');
    expect(claimedCall).toMatchObject({ call: { attempts: 1 }, transcript: null, analysis: null });
    const transcript: Transcript = {
      engine: 'test',
      language: 'en',
      durationSeconds: 75,
      segments: [{ speaker: 'customer', startMs: 0, endMs: 900, text: spokenText }],
    };
    const analysis: Analysis = {
      engine: 'local',
      sentiment,
      confidence: 0.8,
      needsReview: false,
      reviewReason: null,
      topic: null,
      summary: spokenText,
      keyPoints: [spokenText],
      writer: 'llm:test',
      followUp: { needed: false },
      course: [],
      evidence: [],
    };
    expect(await runs().saveTranscript(lease, transcript, 1)).toBe(true);
    expect(await runs().saveAnalysis(lease, analysis)).toBe(true);
    return lease;
  }

  // Returns whether the run's minutes were recorded.
  async function completeRun(spokenText: string, sentiment: Sentiment): Promise<boolean> {
    expect(await runs().complete(await startRun(spokenText, sentiment))).toBe(true);
    return new UsageRepository(database.manager).record(accountId, {
      callId,
      minutes: '1.25',
      instanceRuns: 1,
      apiCalls: 0,
      source: 'n8n',
      metadata: {},
      callData: {
        content: spokenText,
        database: 'd',
        databaseDisplayName: 'D',
        leadCallId: null,
        sentiment,
        storedAt: '2026-03-31T15:00:00Z',
      },
    });
  }

  async function expectResult(runNumber: number, spokenText: string, sentiment: Sentiment): Promise<void> {
    expect(await calls().findWithResult(accountId, callId)).toMatchObject({
      call: { resultRunNumber: runNumber },
      transcript: { runNumber, text: `Customer: ${spokenText}` },
      analysis: { runNumber, summary: spokenText },
      usage: { minutes: '1.25', callData: { content: spokenText } },
    });
    expect(await calls().findTranscript(accountId, callId)).toMatchObject({ text: `Customer: ${spokenText}` });
    for (const filter of [{ labels: [sentiment] }, { search: spokenText }]) {
      expect(await lists().list(accountId, { ...filter, isDemo: false }, 10)).toMatchObject([
        { id: callId, sentiment, summary: spokenText },
      ]);
    }
    expect(await lists().listRecent(accountId, 10, false)).toMatchObject([
      { sentiment, callData: { content: spokenText } },
    ]);
  }
  const listSavedRuns = (): Promise<{ transcripts: number[]; analyses: number[] }[]> =>
    database.query(
      `
    select array(select run_number from transcripts where call_id = $1 order by 1) as transcripts,
      array(select run_number from analyses where call_id = $1 order by 1) as analyses`,
      [callId],
    );

  it("does not continue its earlier run's trace", async () => {
    await completeRun('I am unhappy.', 'negative');
    const traceParent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    for (const queueRun of [calls().reprocess.bind(calls()), calls().swapSpeakers.bind(calls())]) {
      const sql = `update calls set trace_parent = $2, state = 'completed' where id = $1`;
      await database.query(sql, [callId, traceParent]);
      expect(await queueRun(accountId, callId)).toMatchObject({ state: 'queued', traceParent: null });
    }
  });

  it('replaces the earlier result and is billed once', async () => {
    expect(await completeRun('I am unhappy.', 'negative')).toBe(true);
    expect(await calls().reprocess(accountId, callId)).toMatchObject({ state: 'queued', runNumber: 2 });
    await expectResult(1, 'I am unhappy.', 'negative');
    expect(await completeRun('I am happy.', 'positive')).toBe(false);

    expect(await calls().find(accountId, callId)).toMatchObject({ state: 'completed', runNumber: 2, attempts: 1 });
    await expectResult(2, 'I am happy.', 'positive');
    expect(await lists().list(accountId, { search: 'unhappy', isDemo: false }, 10)).toEqual([]);
    expect(await listSavedRuns()).toEqual([{ transcripts: [2], analyses: [2] }]);
    expect(await database.query('select minutes, calls from usage_daily where account_id = $1', [accountId])).toEqual([
      { minutes: '1.25', calls: 1 },
    ]);
  });

  it.each([
    ['failed', (lease: Lease) => runs().fail(lease, 'X', 'x')],
    ['skipped', (lease: Lease) => runs().skip(lease, 'no_speech')],
    ['timed_out', (lease: Lease) => runs().timeOut(lease)],
    [
      'timed_out',
      async () => {
        await database.query(`update calls set deadline_at = now() - interval '1 second' where id = $1`, [callId]);
        return (await new ReaperRepository(database.manager).timeOutOverdue()) === 1;
      },
    ],
  ])('keeps the earlier result during the new run, and when the new run ends as %s', async (state, end) => {
    await completeRun('I am unhappy.', 'negative');
    await calls().reprocess(accountId, callId);
    const lease = await startRun('I am happy.', 'positive');
    await expectResult(1, 'I am unhappy.', 'negative');
    expect(await end(lease)).toBe(true);
    expect(await calls().find(accountId, callId)).toMatchObject({ state, runNumber: 2 });
    await expectResult(1, 'I am unhappy.', 'negative');
    expect(await listSavedRuns()).toEqual([{ transcripts: [1], analyses: [1] }]);

    await calls().reprocess(accountId, callId);
    await completeRun('I am happy.', 'positive');
    await expectResult(3, 'I am happy.', 'positive');
    expect(await listSavedRuns()).toEqual([{ transcripts: [3], analyses: [3] }]);
  });

  describe('with swapped speakers', () => {
    it('starts a run with swapped speakers, and keeps the result until the run ends', async () => {
      await completeRun('I am unhappy.', 'negative');
      expect(await calls().swapSpeakers(accountId, callId)).toMatchObject({
        state: 'queued',
        runNumber: 2,
        resultRunNumber: 1,
        customerChannel: 0,
        speakersSwapped: true,
      });
      await expectResult(1, 'I am unhappy.', 'negative');
      const { lease, claimed } = await claimNextCall(database.dataSource);
      expect(claimed).toMatchObject({
        transcript: {
          text: 'Agent: I am unhappy.',
          segments: [{ speaker: 'agent' }],
          durationSeconds: '75.00',
          customerChannel: 0,
        },
        analysis: null,
      });
      await database.query(`update calls set deadline_at = now() + interval '1 hour' where id = $1`, [callId]);
      expect(await runs().complete(lease)).toBe(true);
      expect(await calls().findTranscript(accountId, callId)).toMatchObject({
        runNumber: 2,
        text: 'Agent: I am unhappy.',
      });
      expect(await listSavedRuns()).toEqual([{ transcripts: [2], analyses: [] }]);
    });

    it('is queued only once by concurrent requests, and swapped back by a later request', async () => {
      await completeRun('I am unhappy.', 'negative');
      const swaps = await Promise.all(Array.from({ length: 4 }, () => calls().swapSpeakers(accountId, callId)));
      expect(swaps.filter((call) => call !== null)).toHaveLength(1);
      await runs().complete((await claimNextCall(database.dataSource)).lease);
      expect(await calls().swapSpeakers(accountId, callId)).toMatchObject({
        runNumber: 3,
        customerChannel: 1,
        speakersSwapped: false,
      });
      expect((await claimNextCall(database.dataSource)).claimed.transcript).toMatchObject({
        text: 'Customer: I am unhappy.',
      });
    });

    it('is swapped back even if both channels of its recording contain both speakers', async () => {
      await completeRun('I am unhappy.', 'negative');
      await database.query('update calls set channel_count = 2, customer_channel = null where id = $1', [callId]);
      await database.query('update transcripts set customer_channel = null where call_id = $1', [callId]);
      expect(await calls().swapSpeakers(accountId, callId)).toMatchObject({ speakersSwapped: true });
      await runs().complete((await claimNextCall(database.dataSource)).lease);
      expect(await calls().swapSpeakers(accountId, callId)).toMatchObject({ speakersSwapped: false });
    });

    it('keeps words that are corrected while the swap is requested or processed', async () => {
      await completeRun('Cole Chick is unhappy.', 'negative');
      const correctTranscript = (from: string, to: string): Promise<unknown> =>
        database.dataSource.transaction((manager) =>
          new CallsRepository(manager).correctTranscript(accountId, callId, { from, to }),
        );
      await Promise.all([correctTranscript('Cole', 'Jan'), calls().swapSpeakers(accountId, callId)]);
      const { lease, claimed } = await claimNextCall(database.dataSource);
      expect(claimed.transcript).toMatchObject({ text: 'Agent: Jan Chick is unhappy.' });
      await correctTranscript('Chick', 'Kowalczyk');
      expect(await runs().complete(lease)).toBe(true);
      expect(await calls().findTranscript(accountId, callId)).toMatchObject({
        text: 'Agent: Jan Kowalczyk is unhappy.',
        segments: [{ speaker: 'agent', text: 'Jan Kowalczyk is unhappy.' }],
      });
    });

    it('can be queued again in the same way after its run fails', async () => {
      await completeRun('I am unhappy.', 'negative');
      await calls().swapSpeakers(accountId, callId);
      await runs().fail((await claimNextCall(database.dataSource)).lease, 'X', 'x');
      await expectResult(1, 'I am unhappy.', 'negative');
      expect(await calls().swapSpeakers(accountId, callId)).toMatchObject({
        runNumber: 3,
        customerChannel: 0,
        speakersSwapped: true,
      });
      expect((await claimNextCall(database.dataSource)).claimed.transcript).toMatchObject({
        text: 'Agent: I am unhappy.',
      });
    });

    it('is not queued without a result, without known speakers, or for other accounts', async () => {
      expect(await calls().swapSpeakers(accountId, callId)).toBeNull();
      await completeRun('I am unhappy.', 'negative');
      expect(await calls().swapSpeakers(randomUUID(), callId)).toBeNull();
      await database.query(
        `update transcripts set segments = '[{"speaker": "unknown", "startMs": 0, "endMs": 9, "text": "Hi."}]'`,
      );
      expect(await calls().swapSpeakers(accountId, callId)).toBeNull();
      expect(await calls().find(accountId, callId)).toMatchObject({ state: 'completed', runNumber: 1 });
    });
  });

  it("keeps an unfinished run's results for the next attempt without showing them", async () => {
    const lease = await startRun('I am happy.', 'positive');
    expect(await calls().findWithResult(accountId, callId)).toMatchObject({
      call: { state: 'running', resultRunNumber: null },
      transcript: null,
      analysis: null,
      usage: null,
    });
    expect(await calls().findTranscript(accountId, callId)).toBeNull();
    expect(await lists().list(accountId, { search: 'happy', isDemo: false }, 10)).toEqual([]);
    await runs().returnToQueue(lease);
    expect(await listSavedRuns()).toEqual([{ transcripts: [1], analyses: [1] }]);
  });

  it('is billed for its second run when the first run failed', async () => {
    await database.query(`update calls set state = 'failed' where id = $1`, [callId]);
    await calls().reprocess(accountId, callId);
    expect(await completeRun('I am happy.', 'positive')).toBe(true);
  });

  it('rejects writes from the previous run', async () => {
    const lease = await startRun('I am unhappy.', 'negative');
    await runs().fail(lease, 'X', 'x');
    await calls().reprocess(accountId, callId);
    expect(await runs().complete(lease)).toBe(false);
    expect(await runs().heartbeat(lease)).toBe(false);
  });
});
