import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { SHORT_CALL, TestSystem, type ProcessSystem } from '@ringwell/testing/test-system';

const FILES = 40;

let inboxDir: string;
let system: ProcessSystem | undefined;
beforeEach(async () => {
  inboxDir = await mkdtemp(join(tmpdir(), 'ringwell-inbox-'));
});
afterEach(async () => {
  await system?.stop();
  await rm(inboxDir, { recursive: true, force: true });
});

it('turns each file into exactly one call while workers are killed repeatedly', async () => {
  const env = { INBOX_DIR: inboxDir, INBOX_STILL_SECONDS: '1' };
  system = await TestSystem.start({ processes: true, withApi: false, workers: 2, env });
  const { database } = system;
  const { account } = await database.makeAccount();
  const folder = join(inboxDir, account.id);
  const audio = await readFile(SHORT_CALL);
  await mkdir(join(folder, 'today'), { recursive: true });
  const names = Array.from({ length: FILES }, (_, index) => `today/20261128-101500-in-1555123${1_000 + index}.mp3`);
  for (const name of names) await writeFile(join(folder, name), Buffer.concat([audio, Buffer.from(name)]));
  await writeFile(join(folder, 'list.csv'), 'date,number\n');
  const countCalls = async (): Promise<number> => {
    const [row] = await database.query<{ calls: number }[]>(
      'select count(*)::int as calls from calls where account_id = $1',
      [account.id],
    );
    return row?.calls ?? 0;
  };
  // Kills the workers, including the leader, after every few calls.
  for (let killAfter = 1; killAfter < FILES; killAfter = Math.max(killAfter + 15, await countCalls())) {
    while ((await countCalls()) < Math.min(killAfter, FILES)) await sleep(5);
    await Promise.all(system.workers.map((worker) => worker.kill()));
    await system.startWorkerProcess();
  }
  const listDoneFiles = async (): Promise<string[]> =>
    (await readdir(join(folder, 'done', 'today')).catch(() => [])).sort();
  while ((await listDoneFiles()).length < FILES) await sleep(50);
  expect(await listDoneFiles()).toEqual(names.map((name) => name.slice('today/'.length)));
  const calls = await database.query<{ number: string; sha256: string }[]>(
    `select from_number as number, recording_sha256 as sha256 from calls
      where account_id = $1 and source = 'inbox' and direction = 'inbound' order by 1`,
    [account.id],
  );
  expect(calls.map(({ number }) => number)).toEqual(names.map((name) => name.slice(25, -4)));
  expect(new Set(calls.map(({ sha256 }) => sha256)).size).toBe(FILES);
  expect(await countCalls()).toBe(FILES);
  expect(await readdir(join(folder, 'refused'))).toEqual(['list.csv', 'list.csv.txt']);
}, 300_000);
