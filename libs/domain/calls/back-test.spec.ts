import type { GuidelineRule } from '../accounts/guideline';
import { BackTest, MAX_LISTED_CHANGES, type BackTestReport, type PastCall } from './back-test';

const makeRule = (phrase: string, then: GuidelineRule['then']): GuidelineRule => ({
  when: 'words',
  phrases: [phrase],
  saidBy: 'anyone',
  then,
});
const makeCall = (
  words: string,
  fields: Partial<PastCall> = {},
  analysis: Partial<PastCall['analysis']> = {},
): PastCall => ({
  id: words,
  direction: 'inbound',
  segments: [{ speaker: 'customer', startMs: 2_000, endMs: 3_000, text: words }],
  analysis: {
    sentiment: 'neutral',
    needsReview: false,
    reviewReason: null,
    topic: null,
    followUp: { needed: false },
    ...analysis,
  },
  correctedTo: null,
  isRecent: true,
  answer: null,
  ...fields,
});
function runBackTest(calls: PastCall[], currentRules: GuidelineRule[], draftRules: GuidelineRule[]): BackTestReport {
  const backTest = new BackTest(currentRules, draftRules);
  for (const call of calls) backTest.add(call);
  return backTest.report();
}

describe('BackTest', () => {
  it('counts labels and follow-ups under the current rules and under the draft', () => {
    const lowConfidence = { needsReview: true, reviewReason: 'low_confidence' as const };
    const calls = [
      makeCall('cancel it'),
      makeCall('cancel', {}, lowConfidence),
      makeCall('cancel, though corrected', { correctedTo: 'positive' }),
      makeCall('refund'),
      makeCall('nothing'),
      makeCall('call me'),
    ];
    const { recent, changedCalls, changedCallCount } = runBackTest(
      calls,
      [makeRule('refund', 'negative')],
      [makeRule('cancel', 'negative'), makeRule('call me', 'follow_up')],
    );
    expect(recent).toEqual({
      calls: 6,
      before: { positive: 1, neutral: 3, negative: 1, needs_review: 1 },
      after: { positive: 1, neutral: 3, negative: 2, needs_review: 0 },
      changed: 3,
      changes: [
        { from: 'neutral', to: 'negative', count: 1 },
        { from: 'needs_review', to: 'negative', count: 1 },
        { from: 'negative', to: 'neutral', count: 1 },
      ],
      followUps: { before: 2, after: 3, opened: 2 },
    });
    expect(changedCallCount).toBe(4);
    expect(changedCalls).toEqual([
      expect.objectContaining({
        id: 'cancel it',
        rule: 'cancel',
        quote: 'cancel it',
        startMs: 2_000,
        opensFollowUp: true,
      }),
      expect.objectContaining({ id: 'cancel', from: 'needs_review', to: 'negative', opensFollowUp: false }),
      expect.objectContaining({ id: 'refund', from: 'negative', to: 'neutral', rule: null, quote: null }),
      expect.objectContaining({ id: 'call me', from: 'neutral', to: 'neutral', rule: 'call me', opensFollowUp: true }),
    ]);
  });

  it('measures the accuracy on checked calls before and after, including calls that the check corrected', () => {
    const makeCheckedCalls = (words: string, answer: PastCall['answer'], count: number): PastCall[] =>
      Array.from({ length: count }, () => makeCall(words, { isRecent: false, answer, correctedTo: 'negative' }));
    const calls = [
      ...makeCheckedCalls('cancel', 'negative', 6),
      ...makeCheckedCalls('cancel', 'neutral', 2),
      ...makeCheckedCalls('hello', 'neutral', 12),
    ];
    const { checked: result, recent } = runBackTest(calls, [], [makeRule('cancel', 'negative')]);
    expect(recent.calls).toBe(0);
    expect(result).toMatchObject({ calls: 20, changed: 8, fixed: 6, broken: 2 });
    expect(result.accuracyBefore).toMatchObject({ right: 14, checked: 20, figure: { share: 0.7 } });
    expect(result.accuracyAfter).toMatchObject({ right: 18, checked: 20, figure: { share: 0.9 } });
    expect(result.accuracyAfter.figure?.low).toBeCloseTo(0.699, 3);
    expect(result.accuracyAfter.figure?.high).toBeCloseTo(0.972, 3);
  });

  it('counts calls that need a listen toward accuracy only once a rule labels them, and reports no percentage based on few checks', () => {
    const lowConfidence = { needsReview: true, reviewReason: 'low_confidence' as const };
    const { checked } = runBackTest(
      [makeCall('cancel', { answer: 'negative' }, lowConfidence)],
      [],
      [makeRule('cancel', 'negative')],
    );
    expect(checked.accuracyBefore).toEqual({ right: 0, checked: 0, figure: null });
    expect(checked.accuracyAfter).toEqual({ right: 1, checked: 1, figure: null });
  });

  it('lists a limited number of changed calls, but counts all of them', () => {
    const calls = Array.from({ length: MAX_LISTED_CHANGES + 5 }, () => makeCall('cancel'));
    const { changedCalls, changedCallCount } = runBackTest(calls, [], [makeRule('cancel', 'negative')]);
    expect([changedCalls.length, changedCallCount]).toEqual([MAX_LISTED_CHANGES, MAX_LISTED_CHANGES + 5]);
  });
});
