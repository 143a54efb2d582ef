import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import { useChildProcesses } from '@ringwell/testing/child-processes';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { checkDraft } from '../../checks/check-draft';
import {
  installWriter,
  NEVER_ABORTED,
  useTinyWriters,
  WRITER_CALL,
  WRITER_CONTEXT,
  writeTiny,
} from '../../testing/tiny-writer';
import { draftPrompt } from '../llm/analysis-prompt';
import { LlamaProcess, type LlamaResponse } from './llama-process';

const directory = temporaryDirectory();
const children = useChildProcesses();
const makeWriter = useTinyWriters();
const makeModelsDir = (): string => mkdtempSync(join(directory, 'models-'));

it('writes in the required format, and the checks reject the text from a model with random weights', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  const writer = makeWriter(modelsDir);
  const run = jest.spyOn(LlamaProcess.prototype, 'run');
  const draft = await writeTiny(writer);
  expect(draft.summary).not.toBe('');
  const { checkedSummary, issues } = checkDraft(draft, WRITER_CALL, WRITER_CONTEXT);
  expect(checkedSummary).toBeNull();
  expect(issues).not.toEqual([]);
  const revisedDraft = await writer.write(WRITER_CALL, WRITER_CONTEXT, { signal: NEVER_ABORTED }, { draft, issues });
  expect(revisedDraft.summary).not.toBe('');
  // The second request starts like the first, so the shared prefix isn't read again.
  const [first = [], second = []] = run.mock.calls.map(([, , messages]) => messages);
  expect([first.length, second.length]).toEqual([2, 4]);
  expect(second.slice(0, 2)).toEqual(first);
  run.mockRestore();
});

it('caches the fixed part of the prompt between calls', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  const path = join(modelsDir, 'notes/model.gguf');
  const llama = new LlamaProcess({
    contextTokens: 4_096,
    maxResponseTokens: 700,
    threads: 1,
    timeoutMs: 60_000,
    idleMs: 60_000,
  });
  try {
    const writeFor = (sentiment: Sentiment): Promise<LlamaResponse> => {
      const { system, user } = draftPrompt(WRITER_CALL, { sentiment }, { lines: ['[0] customer: Hello?'] }, false);
      const messages = [
        { role: 'system' as const, content: system },
        { role: 'user' as const, content: user },
      ];
      return llama.run('1', path, messages, NEVER_ABORTED, () => undefined);
    };
    const first = await writeFor('negative');
    expect(first.evaluatedTokens).toBeGreaterThan(first.tokens * 0.9);
    const second = await writeFor('positive');
    expect(second.evaluatedTokens).toBeLessThan(second.tokens / 4);
  } finally {
    await llama.stop();
  }
});

it('does not write without enough memory, and explains why', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  const writer = makeWriter(modelsDir, { freeBytes: () => 0 });
  await expect(writeTiny(writer)).rejects.toMatchObject({
    code: 'ANALYSIS_NOT_FOUND',
    retryable: false,
    cause: { message: expect.stringContaining('only 0.0 GB is free') as string },
  });
  expect([writer.engine, writer.reserve()]).toEqual([null, false]);
  expect(children.listIds()).toEqual([]);
});
