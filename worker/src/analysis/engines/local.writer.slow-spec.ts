import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { runningChildIds } from '@ringwell/testing/child-processes';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { installWriter, useTinyWriters, writeTiny } from '../testing/tiny-writer';

const directory = temporaryDirectory();
const makeWriter = useTinyWriters();
const makeModelsDir = (): string => mkdtempSync(join(directory, 'models-'));

it('ends the process at the time limit with a transient error', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  const writer = makeWriter(modelsDir, { timeoutMs: 1 });
  await expect(writeTiny(writer)).rejects.toMatchObject({ code: 'ANALYSIS_TIMEOUT', retryable: true });
  expect(runningChildIds()).toEqual([]);
});

it('frees its memory when idle', async () => {
  const modelsDir = makeModelsDir();
  installWriter(modelsDir, 'notes');
  await writeTiny(makeWriter(modelsDir, { idleMs: 1 }));
  while (runningChildIds().length > 0) await setTimeout(5);
});

describe('without enough memory', () => {
  it('uses a model that needs less', async () => {
    const modelsDir = makeModelsDir();
    installWriter(modelsDir, 'notes', { padding: 50_000_000 });
    installWriter(modelsDir, 'notes-small', { rank: 2 });
    const writer = makeWriter(modelsDir, { contextTokens: 4_096, freeBytes: () => 850_000_000 });
    await writeTiny(writer);
    expect(writer.engine).toBe('llama:notes-small');
    expect(writer.describeProblem()).toContain('The local model "notes" takes about 0.9 GB of memory');
  });

  it('survives a model that takes more memory than expected', async () => {
    const modelsDir = makeModelsDir();
    installWriter(modelsDir, 'notes');
    const writer = makeWriter(modelsDir, { contextTokens: 200_000_000, freeBytes: () => Infinity });
    await expect(writeTiny(writer)).rejects.toMatchObject({ code: 'ANALYSIS_NOT_FOUND' });
    expect(writer.describeProblem()).toContain('of memory');
    expect(runningChildIds()).toEqual([]);
  });
});
