import type { Judgment, MoodSpan } from '@ringwell/domain/calls/analysis';
import { standardLimit } from '@ringwell/domain/calls/review-limit';
import type { Transcript } from '@ringwell/domain/calls/transcript';

import { toReviewedAnalysis, withoutClaims } from './review';

const QUOTE = { claim: 'Negative', segment: 0, startMs: 0, endMs: 900, quote: 'it keeps leaking' };
const JUDGMENT: Judgment = {
  engine: 'local',
  sentiment: 'negative',
  confidence: 0.95,
  topic: 'quality',
  followUpNeeded: true,
  course: [{ startMs: 0, endMs: 900, sentiment: 'negative' }],
  evidence: [QUOTE],
};
const MIXED_COURSE: MoodSpan[] = [
  { startMs: 0, endMs: 900, sentiment: 'positive' },
  { startMs: 1_000, endMs: 1_900, sentiment: 'negative' },
];
const MODEL = 'llm:gpt-6-luna';
const ENGLISH = { language: 'en-US', segments: [] };
const LIMIT = 0.876;
const judgment = (overrides: Partial<Judgment> = {}): Judgment => ({ ...JUDGMENT, ...overrides });

describe('toReviewedAnalysis', () => {
  it.each([
    ['local', 0.876],
    [MODEL, 0.8],
  ])('treats a label from %s as a guess below its limit', (engine, limit) => {
    expect(standardLimit(engine)).toBe(limit);
    const { followUpNeeded: isNeeded, ...judged } = judgment({ engine, confidence: limit });
    expect(toReviewedAnalysis(judgment({ engine, confidence: limit }), ENGLISH, limit)).toEqual({
      ...judged,
      needsReview: false,
      reviewReason: null,
      writer: null,
      summary: '',
      keyPoints: [],
      followUp: { needed: isNeeded },
    });
    expect(toReviewedAnalysis(judgment({ engine, confidence: limit - 0.001 }), ENGLISH, limit)).toMatchObject({
      sentiment: 'negative',
      needsReview: true,
      reviewReason: 'low_confidence',
    });
  });

  it('omits the topic "praise" when the label is a guess', () => {
    const praise = judgment({ topic: 'praise', sentiment: 'positive' });
    expect(toReviewedAnalysis(praise, ENGLISH, LIMIT)).toMatchObject({ topic: 'praise' });
    expect(toReviewedAnalysis({ ...praise, confidence: 0.5 }, ENGLISH, LIMIT)).toMatchObject({
      topic: null,
      needsReview: true,
    });
  });

  it('gives mixed signals as the reason for a guess when the call has two moods', () => {
    const mixed = judgment({ confidence: LIMIT - 0.001, course: MIXED_COURSE });
    expect(toReviewedAnalysis(mixed, ENGLISH, LIMIT)).toMatchObject({
      needsReview: true,
      reviewReason: 'mixed_signals',
    });
    expect(toReviewedAnalysis({ ...mixed, confidence: LIMIT }, ENGLISH, LIMIT)).toMatchObject({ needsReview: false });
  });

  it.each([
    ['local', 'es', true],
    ['local', 'und', true],
    ['local', 'multi', false],
    [MODEL, 'es', false],
  ])('decides whether a label from %s for language %s is a guess: %s', (engine, language, needsReview) => {
    const topic = needsReview ? null : 'quality';
    expect(toReviewedAnalysis(judgment({ engine }), { language, segments: [] }, LIMIT)).toMatchObject({
      needsReview,
      topic,
    });
  });

  it('treats a label without a confidence as a guess', () => {
    expect(toReviewedAnalysis(judgment({ confidence: NaN }), ENGLISH, LIMIT)).toMatchObject({
      reviewReason: 'low_confidence',
    });
  });
});

describe("a language model's label", () => {
  const TRANSCRIPT: Transcript = {
    engine: 'test',
    language: 'en',
    durationSeconds: 9,
    segments: [
      { speaker: 'customer', startMs: 0, endMs: 900, text: 'it keeps leaking' },
      { speaker: 'agent', startMs: 1_000, endMs: 1_900, text: 'yes, it keeps leaking' },
    ],
  };
  const builtInJudgment = judgment({ sentiment: 'negative', confidence: 0.95 });

  it.each([
    ['quotes the customer', judgment(), false],
    ['has no quote', judgment({ evidence: [] }), true],
    ['quotes the agent', judgment({ evidence: [{ ...QUOTE, segment: 1 }] }), true],
    ['has a quote for a different claim', judgment({ evidence: [{ ...QUOTE, claim: 'Positive' }] }), true],
    ['has no quote, but both judges say Neutral', judgment({ sentiment: 'neutral', evidence: [] }), false],
  ])('is accepted or treated as a guess based on its evidence: it %s', (_case, overrides, needsReview) => {
    expect(
      toReviewedAnalysis({ ...overrides, engine: MODEL }, TRANSCRIPT, LIMIT, {
        ...builtInJudgment,
        sentiment: overrides.sentiment,
      }),
    ).toMatchObject({
      needsReview,
    });
  });

  it('is a guess when it is Neutral, has no quote, and the built-in judge disagrees', () => {
    const neutral = judgment({ engine: MODEL, sentiment: 'neutral', evidence: [] });
    const uncertainJudgment = { ...builtInJudgment, confidence: 0.5 };
    expect(toReviewedAnalysis(neutral, TRANSCRIPT, LIMIT, uncertainJudgment)).toMatchObject({
      reviewReason: 'low_confidence',
    });
    expect(toReviewedAnalysis(neutral, { ...TRANSCRIPT, language: 'es' }, LIMIT, uncertainJudgment)).toMatchObject({
      needsReview: false,
    });
  });

  it('is a guess when the built-in judge supports the language and is sure of a different label', () => {
    const neutral = judgment({ engine: MODEL, sentiment: 'neutral', evidence: [{ ...QUOTE, claim: 'Neutral' }] });
    expect(toReviewedAnalysis(neutral, TRANSCRIPT, LIMIT, builtInJudgment)).toMatchObject({
      sentiment: 'neutral',
      reviewReason: 'low_confidence',
    });
    expect(toReviewedAnalysis(neutral, TRANSCRIPT, LIMIT, { ...builtInJudgment, confidence: 0.949 })).toMatchObject({
      needsReview: false,
    });
    expect(toReviewedAnalysis(neutral, { ...TRANSCRIPT, language: 'es' }, LIMIT, builtInJudgment)).toMatchObject({
      needsReview: false,
    });
  });
});

it('keeps only the label, as a guess, if the transcript is unreliable', () => {
  expect(withoutClaims(judgment())).toEqual({
    engine: 'local',
    sentiment: 'negative',
    confidence: 0.95,
    topic: null,
    needsReview: true,
    reviewReason: 'words_unreliable',
    writer: null,
    summary: '',
    keyPoints: [],
    followUp: { needed: false },
    course: [],
    evidence: [],
  });
});
