import { Registry } from 'prom-client';

import type { Analysis, Judgment } from '@ringwell/domain/calls/analysis';
import type { RecordingLoss } from '@ringwell/domain/calls/recording-loss';
import type { ReviewTolerance } from '@ringwell/domain/calls/review-limit';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { claimNextCall } from '@ringwell/testing/claim-next-call';
import { makeCheckedCall } from '@ringwell/testing/make-checked-call';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { Judge } from '../analysis/analyst';
import { CautiousAnalyst } from '../analysis/cautious.analyst';
import { ActiveRun } from './active-run';
import { AnalyzeStep } from './analyze.step';

const TRANSCRIPT: Transcript = {
  engine: 'test',
  language: 'en',
  durationSeconds: 75,
  segments: [
    {
      speaker: 'customer',
      startMs: 0,
      endMs: 9_000,
      text:
        'Thank you so much. The technician was on time, explained everything twice, and the air conditioner in our ' +
        'bedroom finally runs cold again after three weeks.',
    },
  ],
};
const SHORT_TRANSCRIPT: Transcript = {
  ...TRANSCRIPT,
  segments: [{ speaker: 'customer', startMs: 0, endMs: 900, text: 'Thank you so much.' }],
};

/** Judges every call the same way, with this confidence. */
class SureJudge extends Judge {
  constructor(
    readonly engine: string,
    private readonly confidence: number,
  ) {
    super();
  }

  judge(): Promise<Judgment> {
    return Promise.resolve({
      engine: this.engine,
      sentiment: 'positive',
      confidence: this.confidence,
      topic: null,
      followUpNeeded: false,
      course: [],
      evidence: [{ claim: 'Positive', segment: 0, startMs: 0, endMs: 900, quote: 'Thank you so much.' }],
    });
  }
}

describe('label review', () => {
  const database = useTestDatabase();
  let accountId: string;
  let callId: string;

  beforeEach(async () => {
    accountId = (await database.makeAccount()).account.id;
    callId = (await database.makeCall(accountId)).id;
  });

  const setReviewTolerance = (reviewTolerance: ReviewTolerance): Promise<unknown> =>
    database.repositories.accounts.updateSettings(accountId, { reviewTolerance });
  const addChecks = async (
    count: number,
    overrides: Parameters<typeof makeCheckedCall>[2] = {},
    checkedAccountId = accountId,
  ): Promise<void> => {
    for (let index = 0; index < count; index += 1)
      await makeCheckedCall(database.dataSource, checkedAccountId, overrides);
  };

  async function analyze(
    confidence: number,
    engine = 'local',
    transcript = TRANSCRIPT,
    loss: RecordingLoss | null = null,
  ): Promise<Analysis> {
    const runs = database.repositories.callRuns;
    const { lease, claimed } = await claimNextCall(database.dataSource);
    const run = new ActiveRun(lease, claimed.msUntilDeadline, runs, () => undefined);
    const analyst = new CautiousAnalyst(new SureJudge(engine, confidence));
    const metrics = new PipelineMetrics(new Registry());
    const step = new AnalyzeStep(database.repositories.callChecks, analyst, metrics);
    const analysis = await step.analyze(claimed, transcript, loss, run).finally(() => run.end());
    await runs.saveTranscript(lease, transcript, null);
    await runs.complete(lease, null, null);
    return analysis;
  }
  const judge = async (
    ...parameters: Parameters<typeof analyze>
  ): Promise<Pick<Analysis, 'needsReview' | 'reviewReason'>> => {
    const { needsReview, reviewReason } = await analyze(...parameters);
    return { needsReview, reviewReason };
  };
  const reprocessAndJudge = async (...parameters: Parameters<typeof judge>): ReturnType<typeof judge> => {
    expect(await database.repositories.calls.reprocess(accountId, callId)).not.toBeNull();
    return judge(...parameters);
  };
  const ACCEPTED = { needsReview: false, reviewReason: null };
  const UNSURE = { needsReview: true, reviewReason: 'low_confidence' };

  it('requires a listen for very few words or an incomplete recording, no matter how sure the analyst is', async () => {
    const loss = { readSeconds: 9, statedSeconds: 18 };
    expect(await judge(0.99, 'local', SHORT_TRANSCRIPT)).toEqual({ needsReview: true, reviewReason: 'too_few_words' });
    expect(await reprocessAndJudge(0.99, 'llm:test', SHORT_TRANSCRIPT, loss)).toEqual({
      needsReview: true,
      reviewReason: 'too_few_words',
    });
    expect(await reprocessAndJudge(0.99, 'local', TRANSCRIPT, loss)).toEqual({
      needsReview: true,
      reviewReason: 'recording_incomplete',
    });
    expect(await reprocessAndJudge(0.99)).toEqual(ACCEPTED);
  });

  it("bases the limit on the account's checked calls once there are fifty, even if a call is reprocessed", async () => {
    await addChecks(49, { confidence: 0.6 });
    expect(await judge(0.7)).toEqual(UNSURE);
    await setReviewTolerance('one_in_20');
    expect(await reprocessAndJudge(0.7)).toEqual(UNSURE);
    await addChecks(1, { confidence: 0.6 });
    expect(await reprocessAndJudge(0.7)).toEqual(ACCEPTED);
    expect(await reprocessAndJudge(0.59)).toEqual(UNSURE);
    await setReviewTolerance('standard');
    expect(await reprocessAndJudge(0.7)).toEqual(UNSURE);
  });

  it('raises the limit when high-confidence labels were wrong', async () => {
    await addChecks(30, { confidence: 0.97 });
    await addChecks(25, { confidence: 0.9, answer: 'negative' });
    await setReviewTolerance('one_in_20');
    expect(await judge(0.96)).toEqual(UNSURE);
    expect(await reprocessAndJudge(0.97)).toEqual(ACCEPTED);
  });

  it("ignores checks of other analysts' labels, other accounts' calls and unreliable transcripts", async () => {
    const otherAccount = await database.makeAccount();
    await addChecks(50, { confidence: 0.6 }, otherAccount.account.id);
    await addChecks(50, { confidence: 0.6, engine: 'llm:test' });
    await addChecks(50, { confidence: 0.6, reviewReason: 'words_unreliable' });
    await setReviewTolerance('one_in_20');
    expect(await judge(0.7)).toEqual(UNSURE);
    expect(await reprocessAndJudge(0.7, 'llm:test')).toEqual(ACCEPTED);
    expect(await reprocessAndJudge(0.7, 'llm:other')).toEqual(UNSURE);
    expect(await reprocessAndJudge(0.8, 'llm:other')).toEqual(ACCEPTED);
  });

  it('includes whether an outbound call reached someone, whichever judge decided it', async () => {
    await database.query(`update calls set direction = 'outbound' where id = $1`, [callId]);
    const text = "You've reached Dana, please leave a message.";
    const segments = [
      { speaker: 'customer' as const, startMs: 0, endMs: 900, text },
      { speaker: 'agent' as const, startMs: 1_000, endMs: 1_900, text: 'Hi, it is Paul. Please call us back.' },
    ];
    const quote = { claim: 'Reached or not', segment: 0, startMs: 0, endMs: 900, quote: text };
    const analysis = await analyze(0.9, 'local', { ...TRANSCRIPT, segments });
    expect(analysis).toMatchObject({ reached: 'not_reached', evidence: expect.arrayContaining([quote]) as object });
  });
});
