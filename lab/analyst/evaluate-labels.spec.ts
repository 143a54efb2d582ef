import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Judgment } from '@ringwell/domain/calls/analysis';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { Judge } from '../../worker/src/analysis/analyst';
import { evaluateLabels } from './evaluate-labels';

const folder = temporaryDirectory();

const CALL = {
  turns: [
    { speaker: 'agent', text: 'Kestrel Plumbing, this is Paul.' },
    { speaker: 'customer', text: 'I want my money back, this is the worst company I have ever called. Nobody came.' },
  ],
  label: 'negative',
  facts: ['Nobody came'],
  needsFollowUp: true,
};
const QUOTE = { claim: 'Negative', segment: 1, startMs: 0, endMs: 1, quote: 'Nobody came' };
const NEGATIVE_JUDGMENT: Judgment = {
  engine: 'llm:scripted',
  sentiment: 'negative',
  confidence: 0.99,
  topic: null,
  followUpNeeded: true,
  course: [],
  evidence: [QUOTE],
};

class ScriptedJudge extends Judge {
  readonly engine = 'llm:scripted';

  constructor(private readonly judgments: Judgment[]) {
    super();
  }

  override judge(): Promise<Judgment> {
    return Promise.resolve(this.judgments.shift() ?? NEGATIVE_JUDGMENT);
  }
}

it("counts a language model's labels that need a listen, by reason", async () => {
  const path = join(folder, 'calls.jsonl');
  await writeFile(path, Array.from({ length: 4 }, () => `${JSON.stringify(CALL)}\n`).join(''));
  const judge = new ScriptedJudge([
    NEGATIVE_JUDGMENT,
    { ...NEGATIVE_JUDGMENT, evidence: [] },
    { ...NEGATIVE_JUDGMENT, sentiment: 'neutral', evidence: [] },
    { ...NEGATIVE_JUDGMENT, confidence: 0.3 },
  ]);
  expect(await evaluateLabels(path, judge)).toEqual({
    judge: 'llm:scripted',
    calls: 4,
    accuracy: 0.75,
    needsListen: {
      share: expect.any(Number) as number,
      withoutEvidence: 0.5,
      correctWithoutEvidence: 0.25,
      contradicted: 0.25,
      correctButContradicted: 0,
    },
    bookings: expect.objectContaining({ calls: 0 }) as object,
    asked: { calls: 0, clear: 0, correct: 0 },
    failed: [],
  });
});

it("compares a language model's bookings with the readers' bookings", async () => {
  const path = join(folder, 'read.jsonl');
  const ids = ['t1-01', 't1-02', 't1-03', 't1-07'];
  await writeFile(path, ids.map((id) => `${JSON.stringify({ ...CALL, id })}\n`).join(''));
  const judge = new ScriptedJudge([
    { ...NEGATIVE_JUDGMENT, booking: 'not_booked_undecided', asked: 'asked' },
    { ...NEGATIVE_JUDGMENT, booking: 'booked' },
    { ...NEGATIVE_JUDGMENT, booking: 'booked' },
    NEGATIVE_JUDGMENT,
  ]);
  expect(await evaluateLabels(path, judge)).toMatchObject({
    bookings: {
      calls: 4,
      clear: 0.75,
      correct: 0.667,
      reasonCorrect: 0,
      predictions: { not_booked_other: { not_booked_undecided: 1 }, not_a_lead: { booked: 1 } },
      readers: { calls: 194 },
    },
    asked: { calls: 1, clear: 1, correct: 1 },
  });
});

it('names the missing settings if no language model is set up', async () => {
  await expect(evaluateLabels('any.jsonl', null)).rejects.toThrow('ANALYSIS_BASE_URL');
});
