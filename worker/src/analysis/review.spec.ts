import type { MoodSpan, UnreviewedAnalysis } from '@ringwell/domain/analysis';
import { standardLimit } from '@ringwell/domain/review-limit';
import type { Transcript, TranscriptSegment } from '@ringwell/domain/transcript';

import { reviewed, UNRELIABLE, withoutClaims } from './review';

const ANALYSIS: UnreviewedAnalysis = {
  engine: 'local',
  sentiment: 'negative',
  confidence: 0.95,
  topic: 'quality',
  summary: 'The heater leaks again.',
  keyPoints: ['It leaks'],
  reason: 'A leak.',
  outcome: 'A visit is booked.',
  followUp: { needed: true, what: 'Call back.' },
  course: [{ startMs: 0, endMs: 900, sentiment: 'negative' }],
  evidence: [{ claim: 'Negative', segment: 0, startMs: 0, endMs: 900, quote: 'it leaks' }],
};
const MIXED: MoodSpan[] = [
  { startMs: 0, endMs: 900, sentiment: 'positive' },
  { startMs: 1_000, endMs: 1_900, sentiment: 'negative' },
];
const MODEL = 'llm:gpt-6-luna';
const ENGLISH = { language: 'en-US' };
const LIMIT = 0.876;
const analysis = (overrides: Partial<UnreviewedAnalysis> = {}): UnreviewedAnalysis => ({ ...ANALYSIS, ...overrides });

describe('reviewed', () => {
  it.each([
    ['local', 0.876],
    [MODEL, 0.8],
  ])('takes the label of %s for a guess below its limit', (engine, limit) => {
    expect(standardLimit(engine)).toBe(limit);
    expect(reviewed(analysis({ engine, confidence: limit }), ENGLISH, limit)).toEqual({
      ...analysis({ engine, confidence: limit }),
      needsReview: false,
      reviewReason: null,
    });
    expect(reviewed(analysis({ engine, confidence: limit - 0.001 }), ENGLISH, limit)).toMatchObject({
      sentiment: 'negative',
      summary: ANALYSIS.summary,
      needsReview: true,
      reviewReason: 'low_confidence',
    });
  });

  it('says that a guess is about a call in which both moods were shown', () => {
    const mixed = analysis({ confidence: LIMIT - 0.001, course: MIXED });
    expect(reviewed(mixed, ENGLISH, LIMIT)).toMatchObject({ needsReview: true, reviewReason: 'mixed_signals' });
    expect(reviewed({ ...mixed, confidence: LIMIT }, ENGLISH, LIMIT)).toMatchObject({ needsReview: false });
  });

  it.each([
    ['local', 'es', true],
    ['local', 'und', false],
    [MODEL, 'es', false],
  ])('takes the label of %s in language %s for a guess: %s', (engine, language, needsReview) => {
    const topic = needsReview ? null : 'quality';
    expect(reviewed(analysis({ engine }), { language }, LIMIT)).toMatchObject({ needsReview, topic });
  });

  it('takes a label without a confidence for a guess', () => {
    expect(reviewed(analysis({ confidence: NaN }), ENGLISH, LIMIT)).toMatchObject({ reviewReason: 'low_confidence' });
  });
});

describe('withoutClaims', () => {
  const saying = (...segments: Partial<TranscriptSegment>[]): Transcript => ({
    engine: 'test',
    language: 'en',
    durationSeconds: 90,
    segments: segments.map((segment, at) => ({
      speaker: 'customer',
      startMs: at * 31_000,
      endMs: at * 31_000 + 900,
      text: 'all while whole day online median',
      confidence: 0.2,
      ...segment,
    })),
  });

  it('claims nothing but the guess', () => {
    expect(withoutClaims(analysis(), saying({}, {}))).toEqual({
      engine: 'local',
      sentiment: 'negative',
      confidence: 0.95,
      topic: null,
      needsReview: true,
      reviewReason: 'words_unreliable',
      summary: UNRELIABLE,
      keyPoints: [],
      reason: 'Could not be made out.',
      outcome: 'Could not be made out.',
      followUp: { needed: false },
      course: [],
      evidence: [],
    });
  });

  it('quotes what could be made out, marked as such', () => {
    const { summary } = withoutClaims(
      analysis(),
      saying(
        { text: 'hi this is "Dana" Whitfield', confidence: 0.85 },
        {},
        { text: 'you people always say that', confidence: 0.9 },
        { text: 'goodbye', confidence: 1 },
      ),
    );
    expect(summary).toBe(
      `${UNRELIABLE} Could be made out: "hi this is 'Dana' Whitfield" (0:00); "you people always say that" (1:02).`,
    );
  });

  it('prefers names and numbers, and quotes few words', () => {
    const sure = (word: string): Partial<TranscriptSegment> => ({
      text: `well i see what ${word} mean`,
      confidence: 0.95,
    });
    const { summary } = withoutClaims(
      analysis(),
      saying(sure('you'), sure('they'), sure('we'), {
        text: `it was two hundred dollars ${'and some more '.repeat(20)}`,
        confidence: 0.81,
      }),
    );
    expect(summary.match(/well i see/g)).toHaveLength(2);
    expect(summary).toContain('"it was two hundred dollars and some more and some more and …" (1:33).');
  });

  it('does not quote a loop, however sure the recognizer is', () => {
    const loop = { text: 'Thank you for watching the video.', confidence: 0.95 };
    const stutter = { text: 'the bill the bill the bill the bill', confidence: 0.95 };
    expect(withoutClaims(analysis(), saying(loop, stutter, loop)).summary).toBe(UNRELIABLE);
  });
});
