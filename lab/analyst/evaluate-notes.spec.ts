import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { Writer, type Draft } from '../../worker/src/analysis/analyst';
import { evaluateNotes } from './evaluate-notes';

const folder = temporaryDirectory();

const CALL = {
  turns: [
    { speaker: 'agent', text: 'Kestrel Plumbing, this is Paul.' },
    { speaker: 'customer', text: 'The water heater is leaking again, and I paid 400 dollars for it in May.' },
    { speaker: 'agent', text: 'I will call you back about the refund today.' },
  ],
  label: 'negative',
  facts: ['The water heater is leaking again'],
  needsFollowUp: true,
};
const DRAFT: Draft = { summary: 'The water heater is leaking again.', points: [], next: [], quote: null };

class ScriptedWriter extends Writer {
  readonly engine = 'llm:scripted';

  constructor(private readonly drafts: Draft[]) {
    super();
  }

  override write(): Promise<Draft> {
    return Promise.resolve(this.drafts.shift() ?? DRAFT);
  }
}

it("counts a writer's correct facts, revised drafts and dropped sentences", async () => {
  const path = join(folder, 'calls.jsonl');
  await writeFile(path, `${JSON.stringify(CALL)}\n${JSON.stringify(CALL)}\n`);
  const draftWithErrors = { ...DRAFT, summary: 'The water heater is leaking again. It cost $900.' };
  expect(await evaluateNotes(path, new ScriptedWriter([DRAFT, draftWithErrors, draftWithErrors]))).toMatchObject({
    writer: 'llm:scripted',
    calls: 2,
    factRecall: 1,
    withoutSummary: 0,
    summaryWords: { median: 6, most: 6 },
    revised: 1,
    sentences: 3,
    droppedSentences: 1,
    firstDraftFaults: 1,
    failed: [],
  });
});

it('names the missing settings if no writer is set up', async () => {
  await expect(evaluateNotes('any.jsonl', null)).rejects.toThrow('ANALYSIS_BASE_URL');
});
