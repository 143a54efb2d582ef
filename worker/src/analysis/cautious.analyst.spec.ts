import type { Judgment } from '@ringwell/domain/analysis';
import type { QualityLevel, Transcript } from '@ringwell/domain/transcript';

import { Judge, Writer, type Draft } from './analyst';
import { CautiousAnalyst } from './cautious.analyst';

const OPTIONS = { signal: new AbortController().signal };
const transcript = (level?: QualityLevel): Transcript => ({
  engine: 'test',
  language: 'en',
  durationSeconds: 9,
  segments: [
    { speaker: 'customer', startMs: 0, endMs: 900, text: 'I want my forty dollars back, nobody ever came.' },
    { speaker: 'agent', startMs: 1_000, endMs: 1_900, text: "I'll refund the forty dollars by Friday." },
  ],
  ...(level !== undefined && { quality: { level, score: 0.3 } }),
});
const DRAFT: Draft = {
  summary: 'Nobody came, and the customer wants $40 back.',
  points: [],
  next: [{ who: 'company', what: 'Refund the $40', when: 'by Friday', segment: 1 }],
  quote: { segment: 0, words: 'nobody ever came' },
};

class LanguageModel extends Judge implements Writer {
  readonly engine = 'llm:test';
  draft: Draft | undefined = DRAFT;
  answers: Draft[] = [];
  asked = 0;
  readonly faults: string[][] = [];

  judge(): Promise<Judgment & { draft?: Draft }> {
    this.asked += 1;
    return Promise.resolve({
      engine: this.engine,
      sentiment: 'negative',
      confidence: 0.9,
      topic: 'no_show',
      followUpNeeded: true,
      course: [],
      evidence: [{ claim: 'Negative', segment: 0, startMs: 0, endMs: 900, quote: 'nobody ever came' }],
      ...(this.draft && { draft: this.draft }),
    });
  }

  write(...[, , , faulty]: Parameters<Writer['write']>): Promise<Draft> {
    this.faults.push([...(faulty?.faults ?? [])]);
    return Promise.resolve(this.answers.shift() ?? DRAFT);
  }
}

describe('CautiousAnalyst', () => {
  let model: LanguageModel;
  const analyze = (level?: QualityLevel): ReturnType<CautiousAnalyst['analyze']> =>
    new CautiousAnalyst(model, model).analyze(transcript(level), {}, OPTIONS);

  beforeEach(() => {
    model = new LanguageModel();
  });

  it('does not ask the model about poor words, and keeps a guess without a quote', async () => {
    expect(await analyze('poor')).toMatchObject({
      engine: 'local',
      sentiment: 'negative',
      needsReview: true,
      reviewReason: 'words_unreliable',
      topic: null,
      writer: null,
      summary: '',
      evidence: [],
    });
    expect(model.asked).toBe(0);
  });

  it.each(['good', 'fair', undefined] as const)('takes what the model writes about %s words', async (level) => {
    expect(await analyze(level)).toMatchObject({
      engine: 'llm:test',
      sentiment: 'negative',
      needsReview: false,
      writer: 'llm:test',
      summary: DRAFT.summary,
      followUp: { needed: true, what: 'Refund the $40; by Friday' },
      evidence: [
        { claim: 'Negative', quote: 'nobody ever came' },
        { claim: 'Promise', segment: 1, quote: "I'll refund the forty dollars by Friday." },
      ],
    });
    expect(model.faults).toEqual([]);
  });

  it('commits the label without words that the call does not hold', async () => {
    const analyst = new CautiousAnalyst(model, model);
    model.draft = { ...DRAFT, summary: 'Gregory never came.' };
    const analysis = await analyze();
    expect(analysis).toMatchObject({ sentiment: 'negative', writer: null, summary: '', followUp: { needed: true } });
    expect(model.faults).toEqual([]);
    expect(analyst.wordsWaitSeconds(analysis)).toBe(300);
    expect(analyst.wordsWaitSeconds({ ...analysis, writer: 'llm:test' })).toBeNull();
    expect(analyst.wordsWaitSeconds({ ...analysis, reviewReason: 'words_unreliable' })).toBeNull();
    expect(new CautiousAnalyst(model).wordsWaitSeconds(analysis)).toBeNull();
  });

  it('does without words where the judge cannot write', async () => {
    model.draft = undefined;
    expect(await analyze()).toMatchObject({ sentiment: 'negative', writer: null, summary: '' });
  });

  describe('write', () => {
    const write = (): ReturnType<CautiousAnalyst['write']> =>
      new CautiousAnalyst(model, model).write(transcript(), 'negative', {}, OPTIONS);

    it('asks once more for what the call does not say, with the fault named', async () => {
      model.answers = [{ ...DRAFT, summary: 'Nobody came, and the customer wants $45 back.' }, DRAFT];
      expect(await write()).toMatchObject({ summary: DRAFT.summary, instruction: 'Refund the $40; by Friday' });
      expect(model.faults).toEqual([[], ['summary, sentence 1: the call does not say "45".']]);
    });

    it('then drops it, or everything where the words cannot be trusted', async () => {
      const more = { ...DRAFT, summary: `${DRAFT.summary} He has called Gregory twice.` };
      model.answers = [more, more];
      expect((await write())?.summary).toBe(DRAFT.summary);
      const wrong = { ...DRAFT, summary: 'Gregory never came.' };
      model.answers = [wrong, wrong];
      expect(await write()).toBeNull();
    });
  });
});
