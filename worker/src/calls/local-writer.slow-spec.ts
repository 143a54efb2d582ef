import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { TestAccount } from '@ringwell/testing/make-account';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import type { TestProcess } from '@ringwell/testing/test-process';
import { TestSystem, type ProcessSystem } from '@ringwell/testing/test-system';

import { installWriter } from '../analysis/testing/tiny-writer';

const directory = temporaryDirectory();
const CONCURRENT_CALLS = 3;
// On a busy machine, the model's threads wait for each other across all cores.
const TIMEOUT_MS = 1_200_000;

let system: ProcessSystem;
let account: TestAccount;
const modelsDir = join(directory, 'models');
beforeAll(async () => {
  system = await TestSystem.start({
    processes: true,
    workers: 2,
    env: { MODELS_DIR: modelsDir, ANALYSIS_ENGINE: 'auto' },
  });
  account = await system.database.makeAccount({
    settings: { inboundMinCallTime: 0, outboundMinCallTime: 0, maxConcurrentWorkflows: CONCURRENT_CALLS },
  });
});
afterAll(() => system.stop());

const submit = (): Promise<string> => system.submit(account, 'samples/positive.wav');
const countRows = async (sql: string): Promise<number> => {
  const [row] = await system.database.query<[{ count: number }]>(`select count(*)::int as count from ${sql}`);
  return row.count;
};
async function waitUntil(isMet: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isMet())) await sleep(20);
}

/** The workers that run a language model. */
function findWriterWorkers(): TestProcess[] {
  const parents = execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('llama-child.cjs'))
    .map((line) => Number.parseInt(line, 10));
  return system.workers.filter(({ pid }) => parents.includes(pid));
}

it(
  'runs an installed model in one process for all workers on a machine, and moves to another worker if its worker is killed',
  async () => {
    const callWithoutWriter = await system.waitForCall(account, await submit());
    expect(callWithoutWriter.state).toBe('completed');
    expect(await countRows('pending_words')).toBe(0);

    installWriter(modelsDir, 'notes');
    await waitUntil(async () => (await countRows(`workers where engines ->> 'writer' = 'llama:notes'`)) === 2);
    const callIds = await Promise.all(Array.from({ length: CONCURRENT_CALLS }, submit));
    let maxWriterWorkers = 0;
    const sampling = setInterval(() => (maxWriterWorkers = Math.max(maxWriterWorkers, findWriterWorkers().length)), 50);
    await system.database.repositories.calls.reprocess(account.account.id, callWithoutWriter.id);
    for (const callId of [...callIds, callWithoutWriter.id])
      expect((await system.waitForCall(account, callId, undefined, TIMEOUT_MS)).state).toBe('completed');
    await waitUntil(async () => (await countRows(`calls where result_run_number = 2 and state = 'completed'`)) === 1);
    await waitUntil(async () => (await countRows('pending_words')) === 0);
    clearInterval(sampling);
    expect(maxWriterWorkers).toBe(1);
    expect(await countRows(`usage_daily where calls = ${CONCURRENT_CALLS + 1}`)).toBe(1);
    // The checks reject the text from a model with random weights.
    expect(await countRows('analyses where writer is not null')).toBe(0);

    const [owner] = findWriterWorkers();
    await owner?.kill();
    await system.waitForCall(account, await submit());
    await waitUntil(() => findWriterWorkers().length > 0);
    expect(findWriterWorkers()).toHaveLength(1);
    expect(findWriterWorkers()).not.toEqual([owner]);
  },
  TIMEOUT_MS,
);
