import { mkdirSync, readFileSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { canMount } from '@ringwell/testing/small-disk';

import { Clone, freePort, isRunning } from '../../scripts/testing/clone';

/** Writes to a file until the disk is full. */
function fillDisk(file: string): void {
  for (const size of [1_000_000, 1_000, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

describe('npm start without disk space', () => {
  let clone: Clone;
  beforeEach(() => {
    clone = new Clone();
  });
  afterEach(() => clone.remove());

  it('20: keeps running and restarts an exited worker while its log and state cannot be written', async () => {
    const log = join(clone.folder, '.data/logs/worker.log');
    mkdirSync(resolve(log, '..'), { recursive: true });
    symlinkSync('/dev/full', log);
    const start = clone.start(await freePort());
    await start.waitUntilReady();
    await start.waitForOutput('worker.log cannot be written (ENOSPC');
    rmSync(log);
    const processesBefore = clone.readState().processes;
    const obstaclePath = join(clone.folder, `.data/state.json.${start.process.pid}`); // a folder at the path of the new state's draft
    mkdirSync(obstaclePath);
    await sleep(2_000);

    process.kill(processesBefore.worker?.pid ?? 0, 'SIGKILL');
    await start.waitForOutput('state.json cannot be written');
    await start.waitForOutput('The worker exited unexpectedly');
    rmdirSync(obstaclePath);
    await start.waitForOutput('state.json can be written again');
    await start.waitForOutput('worker.log can be written again. Lines lost: ');
    while (clone.readState().processes.worker === undefined) await sleep(50);
    const processesAfter = clone.readState().processes;
    expect(processesAfter).toEqual({ ...processesBefore, worker: expect.anything() as unknown });
    expect(processesAfter.worker?.pid).not.toBe(processesBefore.worker?.pid);
    expect(clone.listPids().filter(isRunning)).toEqual(clone.listPids());
    while (!readFileSync(log, 'utf8').includes('worker: started')) await sleep(50);
    expect(await start.stop('SIGINT')).toBe(0);
  });

  (canMount() ? it : it.skip)('survives a full disk, and recovers when space is free again', async () => {
    const dataFolder = clone.mountSmallDisk();
    const port = await freePort();
    const start = clone.start(port);
    await start.waitUntilReady();
    const fillerPath = join(dataFolder, 'filler');
    fillDisk(fillerPath);
    fillDisk(join(dataFolder, 'logs/worker.log')); // fills the rest of the log's last block, which no other file can use
    process.kill(clone.readState().processes.worker?.pid ?? 0, 'SIGKILL');
    await start.waitForOutput('The worker exited unexpectedly');
    await start.waitForOutput('worker.log cannot be written');
    await sleep(2_000);
    rmSync(fillerPath);
    const fetchEngines = async (): Promise<string[]> => {
      const health = (await (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).json()) as {
        engines?: { transcription: string[] };
      };
      return health.engines?.transcription ?? [];
    };
    while (start.process.exitCode === null && (await fetchEngines().catch(() => [])).length === 0) await sleep(100);
    expect(start.process.exitCode).toBeNull();
    expect(await start.stop('SIGINT')).toBe(0);
  });
});
