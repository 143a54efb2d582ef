import { Registry } from 'prom-client';

import { CallsRepository, type CallWithResult } from '@ringwell/database/calls/calls.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import type { GuidelineContent, GuidelineRule } from '@ringwell/domain/accounts/guideline';
import type { Judgment } from '@ringwell/domain/calls/analysis';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { claimNextCall } from '@ringwell/testing/claim-next-call';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { Judge, type CallContext } from '../analysis/analyst';
import { CautiousAnalyst } from '../analysis/cautious.analyst';
import { ChannelRegistry } from '../deliveries/channel-registry';
import type { DeliveryChannel } from '../deliveries/delivery-channel';
import { DeliveryPolicyService } from '../deliveries/delivery-policy.service';
import { ActiveRun } from './active-run';
import { AnalyzeStep } from './analyze.step';
import { ConcludeStep } from './conclude.step';

const CONFIG = { PRODUCT_NAME: 'Ringwell' } as WorkerConfig;
const TRANSCRIPT: Transcript = {
  engine: 'test',
  language: 'en',
  durationSeconds: 75,
  quality: { level: 'good', score: 0.9 },
  segments: [
    { speaker: 'agent', startMs: 0, endMs: 900, text: 'Acme Plumbing, this is Paul.' },
    { speaker: 'customer', startMs: 1_000, endMs: 1_900, text: 'I want to cancel my membership. Thanks.' },
  ],
};
const NEUTRAL_JUDGMENT: Judgment = {
  engine: 'llm:test',
  sentiment: 'neutral',
  confidence: 0.95,
  topic: 'booking',
  followUpNeeded: false,
  course: [],
  evidence: [],
};
const CANCEL_RULE: GuidelineRule = {
  when: 'words',
  phrases: ['cancel my membership'],
  saidBy: 'customer',
  then: 'negative',
};
const CALL_BACK_RULE: GuidelineRule = { ...CANCEL_RULE, then: 'follow_up' };

class ScriptedJudge extends Judge {
  readonly engine = 'llm:test';
  readonly contexts: CallContext[] = [];
  judgment = NEUTRAL_JUDGMENT;

  override async judge(_: Transcript, context: CallContext): Promise<Judgment> {
    this.contexts.push(context);
    return Promise.resolve(this.judgment);
  }
}

describe("a run under the account's guideline", () => {
  const database = useTestDatabase();
  let accountId: string;
  let callId: string;
  let analyst: ScriptedJudge;
  let version: number;

  beforeEach(async () => {
    accountId = (await database.makeAccount()).account.id;
    callId = (
      await database.makeCall(accountId, {
        direction: 'inbound',
        fromNumber: '+15551234567',
        customerName: 'Dana',
      })
    ).id;
    analyst = new ScriptedJudge();
    version = 0;
  });

  const runInTransaction = <T>(work: Parameters<UnitOfWork['run']>[0]): Promise<T> =>
    database.unitOfWork.run(work) as Promise<T>;
  async function saveGuideline({ text = null, rules = [] }: Partial<GuidelineContent>): Promise<void> {
    const guideline = await runInTransaction(({ guidelines }) =>
      guidelines.save(accountId, version, { text, rules, savedBy: null, restoredVersion: null }),
    );
    expect(guideline).toBe(true);
    version += 1;
  }
  // Runs the call from its saved transcript, as a later attempt would.
  async function runCall(transcript = TRANSCRIPT): Promise<CallWithResult> {
    const runs = database.repositories.callRuns;
    const { lease, claimed } = await claimNextCall(database.dataSource);
    const metrics = new PipelineMetrics(new Registry());
    const activeRun = new ActiveRun(lease, claimed.msUntilDeadline, runs, () => undefined);
    await runs.saveTranscript(lease, transcript, null);
    const analyzeStep = new AnalyzeStep(database.repositories.callChecks, new CautiousAnalyst(analyst), metrics);
    const concludeStep = new ConcludeStep(
      database.unitOfWork,
      database.repositories.agents,
      database.repositories.customers,
      new DeliveryPolicyService(new ChannelRegistry([{ name: 'slack', problem: null } as DeliveryChannel]), CONFIG),
      metrics,
      new CautiousAnalyst(analyst),
      CONFIG,
    );
    const analysis = await analyzeStep.analyze(claimed, transcript, null, activeRun);
    await concludeStep.conclude(claimed, transcript, analysis, activeRun).finally(() => activeRun.end());
    return readResult();
  }
  async function readResult(): Promise<CallWithResult> {
    const callWithResult = await new CallsRepository(database.manager).findWithResult(accountId, callId);
    if (!callWithResult) throw new Error('The call is gone.');
    return callWithResult;
  }
  const reprocess = async (): Promise<void> => {
    expect(await new CallsRepository(database.manager).reprocess(accountId, callId)).not.toBeNull();
  };
  const listFollowUps = (): Promise<object[]> =>
    database.query('select kind, state from follow_ups where account_id = $1', [accountId]);

  it('sends the text to the analyst, and sets the label by rule, with the matched words as evidence', async () => {
    await saveGuideline({ text: 'Anyone who cancels is unhappy.', rules: [CANCEL_RULE] });
    const { analysis, usage } = await runCall();
    expect(analyst.contexts).toMatchObject([{ guideline: 'Anyone who cancels is unhappy.' }]);
    expect(analysis).toMatchObject({
      sentiment: 'negative',
      evidence: [{ claim: 'Negative', segment: 1, quote: 'I want to cancel my membership.' }],
      appliedRules: {
        version: 1,
        label: { name: 'cancel my membership', sentiment: 'negative' },
        original: { sentiment: 'neutral' },
      },
    });
    expect(usage?.callData).toMatchObject({ sentiment: 'negative' });
    expect(await listFollowUps()).toEqual([{ kind: 'unhappy', state: 'open' }]);
    const happinessRows = await database.query<object[]>(
      'select distinct negative, neutral from happiness_days where account_id = $1',
      [accountId],
    );
    expect(happinessRows).toEqual([{ negative: 1, neutral: 0 }]);
  });

  it('sets the label of a call that the analyst was unsure about, unless the transcript is unreliable', async () => {
    await saveGuideline({ rules: [CANCEL_RULE, CALL_BACK_RULE] });
    analyst.judgment = { ...NEUTRAL_JUDGMENT, confidence: 0.4 };
    expect((await runCall()).analysis).toMatchObject({ sentiment: 'negative', needsReview: false, reviewReason: null });
    await reprocess();
    const { analysis } = await runCall({ ...TRANSCRIPT, quality: { level: 'poor', score: 0.2 } });
    expect(analysis).toMatchObject({ needsReview: true, reviewReason: 'words_unreliable', appliedRules: null });
  });

  it('opens a follow-up that names the rule, and closes it once the rules no longer require it', async () => {
    await saveGuideline({ rules: [CALL_BACK_RULE] });
    expect((await runCall()).analysis).toMatchObject({
      sentiment: 'neutral',
      followUp: { needed: true, rule: 'cancel my membership' },
    });
    expect(await listFollowUps()).toEqual([{ kind: 'rule', state: 'open' }]);
    await saveGuideline({ rules: [] });
    await reprocess();
    expect((await runCall()).analysis).toMatchObject({ followUp: { needed: false }, appliedRules: null });
    expect(await listFollowUps()).toEqual([{ kind: 'rule', state: 'dismissed' }]);
  });

  it('does not open a follow-up for the callback that settled one', async () => {
    await saveGuideline({ rules: [CALL_BACK_RULE] });
    await runCall();
    const callback = { direction: 'outbound' as const, toNumber: '+15551234567', customerName: 'Dana' };
    callId = (await database.makeCall(accountId, callback)).id;
    await runCall({ ...TRANSCRIPT, durationSeconds: 180 });
    expect(await listFollowUps()).toEqual([{ kind: 'rule', state: 'done' }]);
    await reprocess();
    await runCall({ ...TRANSCRIPT, durationSeconds: 180 });
    expect(await listFollowUps()).toEqual([{ kind: 'rule', state: 'done' }]);
  });

  const makeTranscript = (text: string): Transcript => ({
    ...TRANSCRIPT,
    segments: [{ speaker: 'customer', startMs: 0, endMs: 900, text }],
  });
  const DANGER_TRANSCRIPT = makeTranscript(
    'I want to book a visit next week, and I smell gas in the kitchen, or my lawyer says so.',
  );
  const SURE_JUDGMENT: Judgment = {
    ...NEUTRAL_JUDGMENT,
    evidence: [{ claim: 'Neutral', segment: 0, startMs: 0, endMs: 900, quote: 'I want to book a visit' }],
  };
  const listDangerFlags = (): Promise<object[]> =>
    database.query('select kind, state, is_danger from follow_ups where account_id = $1', [accountId]);

  it('flags danger in addition to the label, and lists the follow-up first', async () => {
    analyst.judgment = SURE_JUDGMENT;
    const { analysis } = await runCall(DANGER_TRANSCRIPT);
    expect(analysis).toMatchObject({
      sentiment: 'neutral',
      flags: ['danger'],
      followUp: { needed: false, what: 'Check that Dana is safe' },
    });
    expect(analysis?.evidence).toContainEqual(expect.objectContaining({ claim: 'Danger', segment: 0 }));
    expect(await listDangerFlags()).toEqual([{ kind: 'promise', state: 'open', is_danger: true }]);
    await reprocess();
    await runCall(makeTranscript('I want to book a visit, there is no smell of gas.'));
    expect(await listDangerFlags()).toEqual([{ kind: 'promise', state: 'dismissed', is_danger: true }]);
  });

  it("flags the account's own phrases", async () => {
    await database.query(
      `update account_settings set danger_phrases = '{}', legal_phrases = '{"my lawyer says"}' where account_id = $1`,
      [accountId],
    );
    analyst.judgment = SURE_JUDGMENT;
    const { analysis } = await runCall(DANGER_TRANSCRIPT);
    expect(analysis?.flags).toEqual(['legal']);
    expect(analysis?.evidence).toContainEqual(expect.objectContaining({ claim: 'Legal' }));
    expect(await listDangerFlags()).toEqual([]);
  });

  it('skips follow-ups and alerts for a call that was more than three days old when it arrived', async () => {
    await database.query(
      `update account_settings set slack_enabled = true, slack_channel = '#calls' where account_id = $1`,
      [accountId],
    );
    const listAlerts = (): Promise<object[]> =>
      database.query('select channel, call_id from deliveries where account_id = $1', [accountId]);
    const makeOldCall = async (days: number): Promise<void> => {
      const occurredAt = new Date(Date.now() - days * 86_400_000);
      callId = (await database.makeCall(accountId, { fromNumber: `+1555000000${days}`, occurredAt })).id;
    };
    await database.query('delete from calls where id = $1', [callId]);
    analyst.judgment = { ...NEUTRAL_JUDGMENT, sentiment: 'negative' };
    await makeOldCall(4);
    expect((await runCall(DANGER_TRANSCRIPT)).analysis).toMatchObject({ sentiment: 'negative', flags: ['danger'] });
    expect(await listDangerFlags()).toEqual([]);
    expect(await listAlerts()).toEqual([]);
    await makeOldCall(2);
    await runCall(DANGER_TRANSCRIPT);
    expect(await listDangerFlags()).toEqual([{ kind: 'review', state: 'open', is_danger: true }]);
    expect(await listAlerts()).toEqual([{ channel: 'slack', call_id: callId }]);
  });

  it("lets a correction override the rules, even in the next run, and restores the rule's label once it is undone", async () => {
    await saveGuideline({ rules: [CANCEL_RULE] });
    await runCall();
    await runInTransaction(async ({ callCorrections }) => {
      const locked = await callCorrections.lock(accountId, callId);
      if (!locked || locked === 'no_result') throw new Error('The call has no result.');
      await callCorrections.save(locked, { sentiment: 'positive', why: null, correctedBy: null });
    });
    await reprocess();
    const { analysis, correction, usage } = await runCall();
    expect(analysis).toMatchObject({ sentiment: 'positive', appliedRules: { original: { sentiment: 'neutral' } } });
    expect(correction).toMatchObject({ sentiment: 'positive', originalSentiment: 'negative' });
    expect(usage).toMatchObject({ instanceRuns: 1 });
  });

  it("keeps the analyst's result if there is no guideline", async () => {
    const { analysis } = await runCall();
    expect(analysis).toMatchObject({ sentiment: 'neutral', appliedRules: null, evidence: [] });
    expect(analyst.contexts).toMatchObject([{ guideline: undefined }]);
  });
});
