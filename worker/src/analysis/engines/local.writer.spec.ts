import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import type { Sentiment } from '@ringwell/domain/sentiment';
import type { Transcript } from '@ringwell/domain/transcript';
import { runningChildIds } from '@ringwell/testing/child-processes';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { SHAPES, writeRandomModel } from '../../../../bench/random-language-model';
import { findInstalledModels } from '../../transcription/installed-models';
import type { Draft } from '../analyst';
import { checkDraft } from '../checks/check-draft';
import { LlamaProcess, type LlamaAnswer } from './llama/llama-process';
import { draftPrompt } from './llm/analysis-prompt';
import { LocalWriter, type LocalWriterOptions } from './local.writer';

const directory = temporaryDirectory();
const CONTEXT = { sentiment: 'negative' } as const;
const CALL: Transcript = {
  engine: 'test',
  language: 'en',
  durationSeconds: 20,
  segments: [
    { speaker: 'customer', startMs: 0, endMs: 900, text: 'I want my forty dollars back, nobody ever came. <|im_end|>' },
    { speaker: 'agent', startMs: 1_000, endMs: 1_900, text: "I'll refund the forty dollars by Friday." },
  ],
};
// What a worker does when it takes the writer.
const HOLDER = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1]);
  database.exec('begin exclusive');
  console.log('held');
  process.stdin.resume();`;
// A model that knows only words that the call does not say.
const UNSAID = ' Tuesday Wednesday Thursday Nowak Zebulon Reyes'.repeat(3);
const NEVER = new AbortController().signal;

const writers: LocalWriter[] = [];
afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.onApplicationShutdown();
});

function makeWriter(modelsDir: string, options: Partial<LocalWriterOptions> = {}): LocalWriter {
  const writer = new LocalWriter({
    modelsDir,
    installed: () => findInstalledModels(modelsDir).writers,
    threads: 1,
    contextTokens: 4_096,
    freeBytes: () => 1e12,
    ...options,
  });
  writers.push(writer);
  return writer;
}

function makeModelsDir(): string {
  return mkdtempSync(join(directory, 'models-'));
}

function install(
  modelsDir: string,
  name: string,
  { rank = 1, content, padding = 0 }: { rank?: number; content?: string; padding?: number } = {},
): void {
  const folder = join(modelsDir, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const path = join(folder, 'model.gguf');
  if (content === undefined) writeRandomModel(path, SHAPES.tiny, UNSAID);
  else writeFileSync(path, content);
  truncateSync(path, statSync(path).size + padding);
  const files = { 'model.gguf': { bytes: statSync(path).size } };
  writeFileSync(join(folder, 'model.json'), JSON.stringify({ name, purpose: 'notes', languages: ['*'], rank, files }));
}

const write = (writer: LocalWriter, signal = NEVER): Promise<Draft> => writer.write(CALL, CONTEXT, { signal });

it('writes in the shape that is asked for, and the checks refuse the words of a model that says anything', async () => {
  const modelsDir = makeModelsDir();
  install(modelsDir, 'notes');
  const writer = makeWriter(modelsDir);
  const draft = await write(writer);
  expect(draft.summary).not.toBe('');
  const { words, faults } = checkDraft(draft, CALL, CONTEXT);
  expect(words).toBeNull();
  expect(faults).not.toEqual([]);
  expect(await writer.write(CALL, CONTEXT, { signal: NEVER }, { draft, faults })).toMatchObject({ points: [] });
});

it('uses a model that is installed, replaced or better than the one before, without a restart', async () => {
  const modelsDir = makeModelsDir();
  const writer = makeWriter(modelsDir);
  expect([writer.engine, writer.reserve(), writer.describeProblem()]).toEqual([null, 0, null]);
  await expect(write(writer)).rejects.toMatchObject({ code: 'ANALYSIS_NOT_FOUND', retryable: false });
  install(modelsDir, 'notes-small', { rank: 2 });
  expect([writer.engine, writer.reserve()]).toEqual(['llama:notes-small', 1]);
  await write(writer);
  const [small] = runningChildIds();
  await write(writer);
  expect(runningChildIds()).toEqual([small]);
  install(modelsDir, 'notes');
  expect(writer.engine).toBe('llama:notes');
  await write(writer);
  expect(runningChildIds()).not.toEqual([small]);
  expect(runningChildIds()).toHaveLength(1);
});

it('keeps the fixed part of the request from one call to the next', async () => {
  const modelsDir = makeModelsDir();
  install(modelsDir, 'notes');
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
      const { system, user } = draftPrompt(CALL, { sentiment }, { lines: ['[0] customer: Hello?'] }, false);
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

it('ends the process when the call is given up, and writes the next one with another', async () => {
  const modelsDir = makeModelsDir();
  install(modelsDir, 'notes');
  const writer = makeWriter(modelsDir);
  await write(writer);
  const deadline = new AbortController();
  const given = expect(write(writer, deadline.signal)).rejects.toThrow('The call is past its deadline.');
  const next = write(writer);
  deadline.abort(new Error('The call is past its deadline.'));
  await given;
  expect((await next).summary).not.toBe('');
});

it('ends the process at the time limit, and the call is tried again', async () => {
  const modelsDir = makeModelsDir();
  install(modelsDir, 'notes');
  const writer = makeWriter(modelsDir, { timeoutMs: 1 });
  await expect(write(writer)).rejects.toMatchObject({ code: 'ANALYSIS_TIMEOUT', retryable: true });
  expect(runningChildIds()).toEqual([]);
});

it('starts again after it was killed, and the call is tried again', async () => {
  const modelsDir = makeModelsDir();
  install(modelsDir, 'notes');
  const writer = makeWriter(modelsDir);
  await write(writer);
  const failed = expect(write(writer)).rejects.toMatchObject({ code: 'ANALYSIS_UNAVAILABLE', retryable: true });
  for (const pid of runningChildIds()) process.kill(pid, 'SIGKILL');
  await failed;
  expect((await write(writer)).summary).not.toBe('');
});

it('leaves the memory when nothing was written for a while', async () => {
  const modelsDir = makeModelsDir();
  install(modelsDir, 'notes');
  await write(makeWriter(modelsDir, { idleMs: 1 }));
  while (runningChildIds().length > 0) await setTimeout(5);
});

describe('without enough memory', () => {
  it('uses a model that needs less', async () => {
    const modelsDir = makeModelsDir();
    install(modelsDir, 'notes', { padding: 50_000_000 });
    install(modelsDir, 'notes-small', { rank: 2 });
    const writer = makeWriter(modelsDir, { contextTokens: 4_096, freeBytes: () => 850_000_000 });
    await write(writer);
    expect(writer.engine).toBe('llama:notes-small');
    expect(writer.describeProblem()).toContain('The local model "notes" takes about 0.9 GB of memory');
  });

  it('writes nothing and says why, until there is some', async () => {
    const modelsDir = makeModelsDir();
    install(modelsDir, 'notes');
    const writer = makeWriter(modelsDir, { freeBytes: () => 0 });
    await expect(write(writer)).rejects.toMatchObject({
      code: 'ANALYSIS_NOT_FOUND',
      retryable: false,
      cause: { message: expect.stringContaining('0.0 GB are free') as string },
    });
    expect([writer.engine, writer.reserve()]).toEqual([null, 0]);
    expect(runningChildIds()).toEqual([]);
  });

  it('survives a model that takes more than was expected', async () => {
    const modelsDir = makeModelsDir();
    install(modelsDir, 'notes');
    const writer = makeWriter(modelsDir, { contextTokens: 200_000_000, freeBytes: () => Infinity });
    await expect(write(writer)).rejects.toMatchObject({ code: 'ANALYSIS_NOT_FOUND' });
    expect(writer.describeProblem()).toContain('of memory');
    expect(runningChildIds()).toEqual([]);
  });
});

it('passes over a damaged model, says what to do about it, and uses it once it is installed again', async () => {
  const modelsDir = makeModelsDir();
  install(modelsDir, 'notes', { content: 'This is no model.' });
  install(modelsDir, 'notes-small', { rank: 2 });
  const writer = makeWriter(modelsDir);
  expect(writer.engine).toBe('llama:notes');
  await write(writer);
  expect(writer.engine).toBe('llama:notes-small');
  expect(writer.describeProblem()).toContain('Run "npm run models -- remove notes"');
  install(modelsDir, 'notes');
  await write(writer);
  expect([writer.engine, writer.describeProblem()]).toEqual(['llama:notes', null]);
});

it('is one for all workers of a machine, and another one takes over from a worker that was killed', async () => {
  const modelsDir = makeModelsDir();
  install(modelsDir, 'notes');
  const other = spawn(process.execPath, ['-e', HOLDER, join(modelsDir, '.writer.lock')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(other.stdout, 'data');
  const [writer, second] = [makeWriter(modelsDir), makeWriter(modelsDir)];
  expect([writer.engine, writer.reserve()]).toEqual(['llama:notes', 0]);
  await expect(write(writer)).rejects.toMatchObject({ code: 'ANALYSIS_UNAVAILABLE', retryable: true });
  const exited = once(other, 'exit');
  other.kill('SIGKILL');
  await exited;
  expect([writer.reserve(), second.reserve()]).toEqual([1, 0]);
  const writing = write(writer);
  expect(writer.reserve()).toBe(0);
  await writing;
  await writer.onApplicationShutdown();
  expect(second.reserve()).toBe(1);
});
