import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

const LOCK = resolve(__dirname, 'lock.mjs');
const folder = temporaryDirectory();

/**
 * A process that tries to take a lock at a given time, together with other processes. Releases the lock on the next
 * message.
 */
const RACER_SCRIPT = `
  import { tryLock } from ${JSON.stringify(LOCK)};
  let lock;
  process.on('message', ({ path, at }) => {
    lock?.release?.();
    lock = undefined;
    if (path) {
      while (Date.now() < at);
      lock = tryLock(path);
    }
    process.send(lock !== undefined && 'release' in lock);
  });
  process.send('ready');`;

async function startRacer(): Promise<ChildProcess> {
  const script = join(folder, 'racer.mjs');
  writeFileSync(script, RACER_SCRIPT);
  const racer = fork(script);
  await once(racer, 'message');
  return racer;
}

async function tryLock(racer: ChildProcess, message: { path?: string; at?: number }): Promise<boolean> {
  const response = once(racer, 'message') as Promise<[boolean]>;
  racer.send(message);
  return (await response)[0];
}

/** Leaves behind the lock of a process that was killed while holding it. */
async function leaveStaleLock(path: string): Promise<void> {
  const holder = await startRacer();
  await tryLock(holder, { path, at: 0 });
  const exitPromise = once(holder, 'exit');
  holder.kill('SIGKILL');
  await exitPromise;
}

describe('tryLock', () => {
  const racers: ChildProcess[] = [];
  afterEach(() => {
    for (const racer of racers.splice(0)) racer.kill();
  });

  it('lets exactly one of several processes take over a stale lock', async () => {
    const template = join(folder, 'template.lock');
    await leaveStaleLock(template);
    const staleLock = readFileSync(template);
    racers.push(...(await Promise.all(Array.from({ length: 4 }, startRacer))));
    const holders: number[] = [];
    for (let round = 0; round < 300; round += 1) {
      const path = join(folder, `race-${round}.lock`);
      writeFileSync(path, staleLock);
      const startAt = Date.now() + 5;
      const results = await Promise.all(racers.map((racer) => tryLock(racer, { path, at: startAt })));
      holders.push(results.filter(Boolean).length);
      await Promise.all(racers.map((racer) => tryLock(racer, {})));
    }
    expect(holders.filter((count) => count !== 1)).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith('race-'))).toEqual([]);
  });

  it('takes over a stale lock after another process died while taking it over', async () => {
    const path = join(folder, 'half-taken.lock');
    await leaveStaleLock(path);
    const staleLock = JSON.parse(readFileSync(path, 'utf8')) as { token: string };
    writeFileSync(`${path}.${staleLock.token}`, JSON.stringify({ ...staleLock, token: 'other' }));
    const racer = await startRacer();
    racers.push(racer);
    expect(await tryLock(racer, { path, at: 0 })).toBe(true);
    await tryLock(racer, {});
    expect(readdirSync(folder).filter((name) => name.startsWith('half-taken'))).toEqual([]);
  });

  it('does not release a lock that another process has taken over', async () => {
    const path = join(folder, 'taken-over.lock');
    const [firstRacer, secondRacer] = [await startRacer(), await startRacer()];
    racers.push(firstRacer, secondRacer);
    expect(await tryLock(firstRacer, { path, at: 0 })).toBe(true);
    const firstLock = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...firstLock, root: folder, token: 'other' })); // makes the folder look like a copy
    expect(await tryLock(secondRacer, { path, at: 0 })).toBe(true);
    await tryLock(firstRacer, {}); // releases the lock
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: secondRacer.pid });
    await tryLock(secondRacer, {});
    expect(existsSync(path)).toBe(false);
  });

  (process.getuid?.() === 0 ? it : it.skip)(
    'tells a user who does not own the folder to run the command as its owner',
    () => {
      chmodSync(folder, 0o711);
      const script = `
      import { tryLock } from ${JSON.stringify(LOCK)};
      try {
        tryLock(${JSON.stringify(join(folder, 'foreign.lock'))});
      } catch ({ constructor, message }) {
        console.log(constructor.name, message);
      }`;
      const args = ['--input-type=module', '-e', script];
      const { stdout } = spawnSync(process.execPath, args, { uid: 65_534, cwd: '/', encoding: 'utf8' });
      expect(stdout).toBe(
        `CliError ${folder} belongs to another user on this machine: run the command as that user, or use your own clone.\n`,
      );
    },
  );
});
