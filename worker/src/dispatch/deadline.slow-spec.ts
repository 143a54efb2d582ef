import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { makeAudio } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { SHORT_CALL, TestSystem } from '@ringwell/testing/test-system';

const RECOGNIZER = 'pocketsphinx_continuous';
const files = temporaryDirectory();
let system: TestSystem | undefined;

afterEach(() => system?.stop());

/**
 * Creates a recognizer that hangs because it reads from a pipe.
 * @returns its folder
 */
async function makeHangingRecognizer(): Promise<string> {
  const folder = join(files, 'recognizers');
  await mkdir(folder);
  for (const path of [files, folder]) await chmod(path, 0o755);
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', ['--mode=666', pipe]);
  await writeFile(join(folder, RECOGNIZER), `#!/bin/sh\nread line < ${pipe}\n`, { mode: 0o755 });
  return folder;
}

function listDescendants(pid: number): string[] {
  const table = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,comm='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const children = table.filter(([parent]) => Number(parent) === pid);
  return children.flatMap(([, child, name]) => [name ?? '', ...listDescendants(Number(child))]);
}

it('stops a call and its child processes at the deadline, and frees the slot', async () => {
  system = await TestSystem.start({ workers: 0 });
  const recognizers = await makeHangingRecognizer();
  const worker = await system.startWorkerProcess({
    TRANSCRIPTION_ENGINE: 'pocketsphinx',
    WORKER_SLOTS: '1',
    PATH: `${recognizers}:${process.env['PATH']}`,
  });
  const { database } = system;
  const account = await database.makeAccount({
    settings: { processingTimeoutMinutes: 1, inboundMinCallTime: 0, outboundMinCallTime: 0 },
  });
  const callId = randomUUID();
  const recordingKey = `recordings/${account.account.id}/${callId}`;
  await mkdir(join(system.storageDir, 'recordings', account.account.id), { recursive: true });
  await copyFile(SHORT_CALL, join(system.storageDir, recordingKey));
  // The call started 48 s ago on a worker that has since exited, so 12 s of its one-minute limit remain.
  await database.makeCall(account.account.id, {
    id: callId,
    recordingKey,
    startedAt: new Date(Date.now() - 48_000),
    deadlineAt: new Date(Date.now() + 12_000),
  });

  await system.waitForCall(account, callId, () =>
    listDescendants(worker.pid).some((name) => RECOGNIZER.startsWith(name)),
  );
  const endedCall = await system.waitForCall(account, callId);
  expect(endedCall).toMatchObject({
    state: 'timed_out',
    error: { code: 'DEADLINE_PASSED', message: expect.stringContaining('one minute') as string },
  });
  while (listDescendants(worker.pid).length > 0) await sleep(50);
  await rm(join(recognizers, RECOGNIZER)); // PATH then resolves to the real recognizer
  const nextId = await system.submit(
    account,
    await makeAudio(join(files, 'short.wav'), ['-i', 'samples/positive.wav', '-t', '3']),
  );
  expect(await system.waitForCall(account, nextId)).toMatchObject({ state: 'completed' });
});
