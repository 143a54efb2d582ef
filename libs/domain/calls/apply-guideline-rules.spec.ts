import type { GuidelineRule } from '../accounts/guideline';
import type { Analysis } from './analysis';
import { applyRules } from './apply-guideline-rules';

const SEGMENTS = [
  { speaker: 'customer' as const, startMs: 500, endMs: 1_500, text: 'Please cancel my membership. Thanks!' },
];
const ANALYSIS: Analysis = {
  engine: 'local',
  sentiment: 'neutral',
  needsReview: false,
  reviewReason: null,
  confidence: 0.93,
  topic: 'booking',
  summary: 's',
  keyPoints: [],
  writer: 'llm:test',
  followUp: { needed: false },
  course: [],
  evidence: [{ claim: 'Neutral', segment: 0, startMs: 500, endMs: 1_500, quote: 'Thanks!' }],
};
const makeRule = (then: GuidelineRule['then'], phrase = 'cancel my membership'): GuidelineRule => ({
  when: 'words',
  phrases: [phrase],
  saidBy: 'customer',
  then,
});
const analyze = (rules: GuidelineRule[], analysis: Partial<Analysis> = {}): Analysis =>
  applyRules({ ...ANALYSIS, ...analysis }, SEGMENTS, { version: 3, rules });

describe('applyRules', () => {
  it("applies the first matching rule's label, with its words as evidence, and keeps the analyst's result", () => {
    const result = analyze([makeRule('positive', 'no one said this'), makeRule('negative'), makeRule('positive')]);
    expect(result).toMatchObject({
      sentiment: 'negative',
      confidence: 0.93,
      appliedRules: {
        version: 3,
        label: { name: 'cancel my membership', sentiment: 'negative' },
        original: { sentiment: 'neutral', needsReview: false, reviewReason: null, followUp: { needed: false } },
      },
    });
    expect(result.evidence).toEqual([
      { claim: 'Negative', segment: 0, startMs: 500, endMs: 1_500, quote: 'Please cancel my membership.' },
      ...ANALYSIS.evidence,
    ]);
  });

  it.each(['low_confidence', 'mixed_signals'] as const)('labels a call that needs a listen: %s', (reviewReason) => {
    expect(analyze([makeRule('negative')], { needsReview: true, reviewReason })).toMatchObject({
      sentiment: 'negative',
      needsReview: false,
      reviewReason: null,
      appliedRules: { original: { needsReview: true, reviewReason } },
    });
  });

  it('does not match unreliable words', () => {
    const unreliableReview = { needsReview: true, reviewReason: 'words_unreliable' as const };
    expect(analyze([makeRule('negative'), makeRule('follow_up')], unreliableReview)).toEqual({
      ...ANALYSIS,
      ...unreliableReview,
    });
  });

  it('requests a follow-up without changing the label, and keeps the promise', () => {
    const promise = { needed: true, what: 'Send the form.' };
    const result = analyze([makeRule('follow_up')], { followUp: promise });
    expect(result).toMatchObject({
      sentiment: 'neutral',
      followUp: { needed: true, what: 'Send the form.', rule: 'cancel my membership' },
      appliedRules: { label: null, original: { followUp: promise } },
    });
    expect(result.evidence[0]).toMatchObject({
      claim: 'Follow-up by your rule',
      quote: 'Please cancel my membership.',
    });
  });

  it('does not change the analysis when no rule matches', () => {
    expect(analyze([makeRule('negative', 'refund')])).toEqual(ANALYSIS);
    expect(analyze([])).toEqual(ANALYSIS);
  });
});
