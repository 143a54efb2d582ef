import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

const LOCK = resolve(__dirname, 'lock.mjs');
const folder = temporaryDirectory();

/**
 * A process that tries a lock at a given moment, so that several of them do so together; what it got stays taken until the next
 * message.
 */
const RACER = `
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
  writeFileSync(script, RACER);
  const racer = fork(script);
  await once(racer, 'message');
  return racer;
}

async function ask(racer: ChildProcess, message: { path?: string; at?: number }): Promise<boolean> {
  const answer = once(racer, 'message') as Promise<[boolean]>;
  racer.send(message);
  return (await answer)[0];
}

/** A lock as a process leaves it that is killed while it holds it. */
async function leaveStaleLock(path: string): Promise<void> {
  const holder = await startRacer();
  await ask(holder, { path, at: 0 });
  const ended = once(holder, 'exit');
  holder.kill('SIGKILL');
  await ended;
}

describe('tryLock', () => {
  const racers: ChildProcess[] = [];
  afterEach(() => {
    for (const racer of racers.splice(0)) racer.kill();
  });

  it('lets exactly one of several processes take a stale lock over', async () => {
    const template = join(folder, 'template.lock');
    await leaveStaleLock(template);
    const stale = readFileSync(template);
    racers.push(...(await Promise.all(Array.from({ length: 4 }, startRacer))));
    const holders: number[] = [];
    for (let round = 0; round < 300; round += 1) {
      const path = join(folder, `race-${round}.lock`);
      writeFileSync(path, stale);
      const at = Date.now() + 5;
      const won = await Promise.all(racers.map((racer) => ask(racer, { path, at })));
      holders.push(won.filter(Boolean).length);
      await Promise.all(racers.map((racer) => ask(racer, {})));
    }
    expect(holders.filter((count) => count !== 1)).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith('race-'))).toEqual([]);
  });

  it('takes a stale lock over when another process has died while it did so', async () => {
    const path = join(folder, 'half-taken.lock');
    await leaveStaleLock(path);
    const stale = JSON.parse(readFileSync(path, 'utf8')) as { token: string };
    writeFileSync(`${path}.${stale.token}`, JSON.stringify({ ...stale, token: 'other' }));
    const racer = await startRacer();
    racers.push(racer);
    expect(await ask(racer, { path, at: 0 })).toBe(true);
    await ask(racer, {});
    expect(readdirSync(folder).filter((name) => name.startsWith('half-taken'))).toEqual([]);
  });

  it('leaves a lock alone that another process has taken over when it is released', async () => {
    const path = join(folder, 'taken-over.lock');
    const [first, second] = [await startRacer(), await startRacer()];
    racers.push(first, second);
    expect(await ask(first, { path, at: 0 })).toBe(true);
    const mine = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...mine, root: folder, token: 'other' })); // as after a copy of the folder
    expect(await ask(second, { path, at: 0 })).toBe(true);
    await ask(first, {}); // releases
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: second.pid });
    await ask(second, {});
    expect(existsSync(path)).toBe(false);
  });
});
