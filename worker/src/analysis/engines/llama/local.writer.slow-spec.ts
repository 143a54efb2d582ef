import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { useChildProcesses } from '@ringwell/testing/child-processes';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { installWriter, useTinyWriters, writeTiny } from '../../testing/tiny-writer';

const directory = temporaryDirectory();
const children = useChildProcesses();
const makeWriter = useTinyWriters();
const makeModelsDir = (): string => mkdtempSync(join(directory, 'models-'));
// Holds the lock on the writer, as a worker does.
const LOCK_HOLDER_SCRIPT = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1]);
  database.exec('begin exclusive');
  console.log('held');
  process.stdin.resume();`;

it('kills the process at the time limit and reports a transient error', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  const writer = makeWriter(modelsDir, { timeoutMs: 1 });
  await expect(writeTiny(writer)).rejects.toMatchObject({ code: 'ANALYSIS_TIMEOUT', retryable: true });
  expect(children.listIds()).toEqual([]);
});

it('frees its memory when idle', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  await writeTiny(makeWriter(modelsDir, { idleMs: 1 }));
  while (children.listIds().length > 0) await setTimeout(5);
});

it('does not keep the file in memory alongside the reordered weights', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  await writeTiny(makeWriter(modelsDir));
  const [child] = children.listIds();
  expect(readFileSync(`/proc/${child}/maps`, 'utf8')).not.toContain('model.gguf');
});

describe('without enough memory', () => {
  it('falls back to a model that needs less memory', async () => {
    const modelsDir = makeModelsDir();
    installWriter(modelsDir, 'notes', { padding: 50_000_000 });
    installWriter(modelsDir, 'notes-small', { rank: 2 });
    const writer = makeWriter(modelsDir, { contextTokens: 4_096, freeBytes: () => 850_000_000 });
    await writeTiny(writer);
    expect(writer.engine).toBe('llama:notes-small');
    expect(writer.describeProblem()).toContain('The local model "notes" needs about 0.9 GB of memory');
  });

  it('survives a model that uses more memory than expected', async () => {
    const modelsDir = makeModelsDir();
    installWriter(modelsDir, 'notes');
    const writer = makeWriter(modelsDir, { contextTokens: 200_000_000, freeBytes: () => Infinity });
    await expect(writeTiny(writer)).rejects.toMatchObject({ code: 'ANALYSIS_NOT_FOUND' });
    expect(writer.describeProblem()).toContain('of memory');
    expect(children.listIds()).toEqual([]);
  });
});

it('picks up new, replaced and better models without a restart', async () => {
  const modelsDir = makeModelsDir();
  const writer = makeWriter(modelsDir);
  expect([writer.engine, writer.reserve(), writer.describeProblem()]).toEqual([null, false, null]);
  await expect(writeTiny(writer)).rejects.toMatchObject({ code: 'ANALYSIS_NOT_FOUND', retryable: false });
  installWriter(modelsDir, 'notes-small', { rank: 2 });
  expect([writer.engine, writer.reserve()]).toEqual(['llama:notes-small', true]);
  await writeTiny(writer);
  const [smallModelPid] = children.listIds();
  await writeTiny(writer);
  expect(children.listIds()).toEqual([smallModelPid]);
  installWriter(modelsDir, 'notes');
  expect(writer.engine).toBe('llama:notes');
  await writeTiny(writer);
  expect(children.listIds()).not.toEqual([smallModelPid]);
  expect(children.listIds()).toHaveLength(1);
});

it('kills the process when a call is aborted, and starts a new one for the next call', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  const writer = makeWriter(modelsDir);
  await writeTiny(writer);
  const deadline = new AbortController();
  const rejection = expect(writeTiny(writer, deadline.signal)).rejects.toThrow('The call is past its deadline.');
  const nextDraft = writeTiny(writer);
  deadline.abort(new Error('The call is past its deadline.'));
  await rejection;
  expect((await nextDraft).summary).not.toBe('');
});

it('reports a transient error when its process is killed, and starts a new one', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  const writer = makeWriter(modelsDir);
  await writeTiny(writer);
  const rejection = expect(writeTiny(writer)).rejects.toMatchObject({ code: 'ANALYSIS_UNAVAILABLE', retryable: true });
  for (const pid of children.listIds()) process.kill(pid, 'SIGKILL');
  await rejection;
  expect((await writeTiny(writer)).summary).not.toBe('');
});

it('skips a damaged model, explains how to fix it, and uses it once it is reinstalled', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes', { content: 'Not a model.' });
  installWriter(modelsDir, 'notes-small', { rank: 2 });
  const writer = makeWriter(modelsDir);
  expect(writer.engine).toBe('llama:notes');
  await writeTiny(writer);
  expect(writer.engine).toBe('llama:notes-small');
  expect(writer.describeProblem()).toContain('run "npm run models -- remove notes"');
  installWriter(modelsDir, 'notes');
  await writeTiny(writer);
  expect([writer.engine, writer.describeProblem()]).toEqual(['llama:notes', null]);
});

it('shares one model among all workers on a machine, and moves it to another worker when its worker is killed', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  const lockHolder = spawn(process.execPath, ['-e', LOCK_HOLDER_SCRIPT, join(modelsDir, '.writer.lock')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(lockHolder.stdout, 'data');
  const [writer, otherWriter] = [makeWriter(modelsDir), makeWriter(modelsDir)];
  expect([writer.engine, writer.reserve()]).toEqual(['llama:notes', false]);
  await expect(writeTiny(writer)).rejects.toMatchObject({ code: 'ANALYSIS_UNAVAILABLE', retryable: true });
  const exitPromise = once(lockHolder, 'exit');
  lockHolder.kill('SIGKILL');
  await exitPromise;
  expect([writer.reserve(), otherWriter.reserve()]).toEqual([true, false]);
  await writeTiny(writer);
  await writer.onApplicationShutdown();
  expect(otherWriter.reserve()).toBe(true);
});
