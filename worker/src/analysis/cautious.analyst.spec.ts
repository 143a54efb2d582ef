import type { UnreviewedAnalysis } from '@ringwell/domain/analysis';
import type { QualityLevel, Transcript } from '@ringwell/domain/transcript';

import { Analyst } from './analyst';
import { CautiousAnalyst } from './cautious.analyst';
import { UNRELIABLE } from './review';

const OPTIONS = { signal: new AbortController().signal };
const transcript = (level?: QualityLevel): Transcript => ({
  engine: 'test',
  language: 'en',
  durationSeconds: 9,
  segments: [{ speaker: 'customer', startMs: 0, endMs: 900, text: 'I want my money back, nobody ever came.' }],
  ...(level !== undefined && { quality: { level, score: 0.3 } }),
});

class LanguageModel extends Analyst {
  readonly engine = 'llm:test';
  asked = 0;

  analyze(): Promise<UnreviewedAnalysis> {
    this.asked += 1;
    return Promise.resolve({
      engine: this.engine,
      sentiment: 'positive',
      confidence: 0.9,
      topic: 'praise',
      summary: 'All is well.',
      keyPoints: [],
      reason: '',
      outcome: '',
      followUp: { needed: false },
      course: [],
      evidence: [],
    });
  }
}

describe('CautiousAnalyst', () => {
  it('does not ask the engine about poor words, and keeps a guess', async () => {
    const engine = new LanguageModel();
    expect(await new CautiousAnalyst(engine).analyze(transcript('poor'), {}, OPTIONS)).toMatchObject({
      engine: 'local',
      sentiment: 'negative',
      needsReview: true,
      reviewReason: 'words_unreliable',
      topic: null,
      summary: UNRELIABLE,
    });
    expect(engine.asked).toBe(0);
  });

  it.each(['good', 'fair', undefined] as const)('asks the engine about %s words', async (level) => {
    const engine = new LanguageModel();
    expect(await new CautiousAnalyst(engine).analyze(transcript(level), {}, OPTIONS)).toMatchObject({
      engine: 'llm:test',
      sentiment: 'positive',
      topic: 'praise',
      summary: 'All is well.',
      needsReview: false,
    });
  });
});
