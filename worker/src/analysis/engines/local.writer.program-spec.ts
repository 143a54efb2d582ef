import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import { runningChildIds } from '@ringwell/testing/child-processes';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { checkDraft } from '../checks/check-draft';
import { installWriter, NEVER, useTinyWriters, WRITER_CALL, WRITER_CONTEXT, writeTiny } from '../testing/tiny-writer';
import { LlamaProcess, type LlamaAnswer } from './llama/llama-process';
import { draftPrompt } from './llm/analysis-prompt';

const directory = temporaryDirectory();
const makeWriter = useTinyWriters();
const makeModelsDir = (): string => mkdtempSync(join(directory, 'models-'));
// Holds the lock on the writer, as a worker does.
const HOLDER = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1]);
  database.exec('begin exclusive');
  console.log('held');
  process.stdin.resume();`;

it('writes in the required format, and the checks reject the text of a model with random weights', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  const writer = makeWriter(modelsDir);
  const asked = jest.spyOn(LlamaProcess.prototype, 'run');
  const draft = await writeTiny(writer);
  expect(draft.summary).not.toBe('');
  const { words, faults } = checkDraft(draft, WRITER_CALL, WRITER_CONTEXT);
  expect(words).toBeNull();
  expect(faults).not.toEqual([]);
  const again = await writer.write(WRITER_CALL, WRITER_CONTEXT, { signal: NEVER }, { draft, faults });
  expect(again.summary).not.toBe('');
  // The second request begins like the first, so that part is not read again.
  const [first = [], second = []] = asked.mock.calls.map(([, , messages]) => messages);
  expect([first.length, second.length]).toEqual([2, 4]);
  expect(second.slice(0, 2)).toEqual(first);
  asked.mockRestore();
});

it('uses a new, replaced or better model without a restart', async () => {
  const modelsDir = makeModelsDir();
  const writer = makeWriter(modelsDir);
  expect([writer.engine, writer.reserve(), writer.describeProblem()]).toEqual([null, 0, null]);
  await expect(writeTiny(writer)).rejects.toMatchObject({ code: 'ANALYSIS_NOT_FOUND', retryable: false });
  installWriter(modelsDir, 'notes-small', { rank: 2 });
  expect([writer.engine, writer.reserve()]).toEqual(['llama:notes-small', 1]);
  await writeTiny(writer);
  const [small] = runningChildIds();
  await writeTiny(writer);
  expect(runningChildIds()).toEqual([small]);
  installWriter(modelsDir, 'notes');
  expect(writer.engine).toBe('llama:notes');
  await writeTiny(writer);
  expect(runningChildIds()).not.toEqual([small]);
  expect(runningChildIds()).toHaveLength(1);
});

it('caches the fixed part of the request between calls', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  const path = join(modelsDir, 'notes/model.gguf');
  const child = new LlamaProcess({
    contextTokens: 4_096,
    answerTokens: 700,
    threads: 1,
    timeoutMs: 60_000,
    idleMs: 60_000,
  });
  try {
    const ask = (sentiment: Sentiment): Promise<LlamaAnswer> => {
      const { system, user } = draftPrompt(WRITER_CALL, { sentiment }, { lines: ['[0] customer: Hello?'] }, false);
      const messages = [
        { role: 'system' as const, content: system },
        { role: 'user' as const, content: user },
      ];
      return child.run('1', path, messages, NEVER, () => undefined);
    };
    const first = await ask('negative');
    expect(first.evaluatedTokens).toBeGreaterThan(first.tokens * 0.9);
    const second = await ask('positive');
    expect(second.evaluatedTokens).toBeLessThan(second.tokens / 4);
  } finally {
    await child.stop();
  }
});

it('ends the process when a call is aborted, and starts another one for the next call', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  const writer = makeWriter(modelsDir);
  await writeTiny(writer);
  const deadline = new AbortController();
  const given = expect(writeTiny(writer, deadline.signal)).rejects.toThrow('The call is past its deadline.');
  const next = writeTiny(writer);
  deadline.abort(new Error('The call is past its deadline.'));
  await given;
  expect((await next).summary).not.toBe('');
});

it('reports a transient error when its process is killed, and starts another one', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  const writer = makeWriter(modelsDir);
  await writeTiny(writer);
  const failed = expect(writeTiny(writer)).rejects.toMatchObject({ code: 'ANALYSIS_UNAVAILABLE', retryable: true });
  for (const pid of runningChildIds()) process.kill(pid, 'SIGKILL');
  await failed;
  expect((await writeTiny(writer)).summary).not.toBe('');
});

it('writes nothing without enough memory, and says why', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  const writer = makeWriter(modelsDir, { freeBytes: () => 0 });
  await expect(writeTiny(writer)).rejects.toMatchObject({
    code: 'ANALYSIS_NOT_FOUND',
    retryable: false,
    cause: { message: expect.stringContaining('0.0 GB are free') as string },
  });
  expect([writer.engine, writer.reserve()]).toEqual([null, 0]);
  expect(runningChildIds()).toEqual([]);
});

it('skips a damaged model, says how to fix it, and uses it after a reinstallation', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes', { content: 'This is no model.' });
  installWriter(modelsDir, 'notes-small', { rank: 2 });
  const writer = makeWriter(modelsDir);
  expect(writer.engine).toBe('llama:notes');
  await writeTiny(writer);
  expect(writer.engine).toBe('llama:notes-small');
  expect(writer.describeProblem()).toContain('Run "npm run models -- remove notes"');
  installWriter(modelsDir, 'notes');
  await writeTiny(writer);
  expect([writer.engine, writer.describeProblem()]).toEqual(['llama:notes', null]);
});

it('is shared by all workers of a machine, and moves to another worker when its worker is killed', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  const other = spawn(process.execPath, ['-e', HOLDER, join(modelsDir, '.writer.lock')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(other.stdout, 'data');
  const [writer, second] = [makeWriter(modelsDir), makeWriter(modelsDir)];
  expect([writer.engine, writer.reserve()]).toEqual(['llama:notes', 0]);
  await expect(writeTiny(writer)).rejects.toMatchObject({ code: 'ANALYSIS_UNAVAILABLE', retryable: true });
  const exited = once(other, 'exit');
  other.kill('SIGKILL');
  await exited;
  expect([writer.reserve(), second.reserve()]).toEqual([1, 0]);
  const writing = writeTiny(writer);
  expect(writer.reserve()).toBe(0);
  await writing;
  await writer.onApplicationShutdown();
  expect(second.reserve()).toBe(1);
});
