import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { useChildProcesses } from '@ringwell/testing/child-processes';
import { listenLocally } from '@ringwell/testing/local-server';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { detectRestrictions, type ChildLimits } from './child-limits';
import { renice, runChild, type ChildResult } from './child-process';

const NO_FILES: ChildLimits = { fileBytes: 0 };
const directory = temporaryDirectory();
const children = useChildProcesses();

const { signal } = new AbortController();

it("passes on only PATH and the locale from this process's environment", async () => {
  const { stdout } = await runChild({ command: 'env', args: [], signal, limits: NO_FILES });
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0])
      .sort(),
  ).toEqual(['LC_ALL', 'PATH']);
});

it.each([
  [0, 10],
  [15, 15],
])('changes an inherited niceness of %i to %i', async (inherited, expected) => {
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  try {
    setPriority(pid, inherited);
    renice(pid, 10);
    expect(getPriority(pid)).toBe(expected);
  } finally {
    child.kill();
  }
});

it.each([
  ['its priority cannot be set', { niceness: 20 }],
  ['its output cannot be read', { readOutput: () => Promise.reject(new Error('unreadable')) }],
])("doesn't leave a process behind when %s", async (_, options) => {
  await expect(runChild({ command: 'sleep', args: ['600'], signal, limits: NO_FILES, ...options })).rejects.toThrow();
  while (children.listNames().includes('sleep')) await sleep(20); // killing it takes a moment
});

it('rejects with ENOENT when the program is missing', async () => {
  const missingProgram = { command: 'program-that-is-not-there', args: [], signal, limits: NO_FILES };
  await expect(runChild(missingProgram)).rejects.toMatchObject({ code: 'ENOENT' });
});

describe('limits', () => {
  const { limits: canLimit, isolation } = detectRestrictions();
  const itWithLimits = canLimit ? it : it.skip;
  const itWithIsolation = isolation ? it : it.skip;
  const runNode = (script: string, limits: ChildLimits): Promise<ChildResult> =>
    runChild({ command: process.execPath, args: ['-e', script], signal, limits });

  itWithLimits.each(['dataBytes', 'addressBytes'])('ends a child that exceeds its memory limit: %s', async (limit) => {
    const script = 'console.log("started"); Buffer.alloc(4_000_000_000, 1); console.log("allocated")';
    const { exitCode, exitSignal, stdout } = await runNode(script, { ...NO_FILES, [limit]: 3_000_000_000 });
    expect({ isSuccess: exitCode === 0 && exitSignal === null, stdout }).toEqual({
      isSuccess: false,
      stdout: 'started\n',
    });
  });

  itWithLimits('ends a child that exceeds its CPU time limit', async () => {
    expect(await runNode('for (;;);', { ...NO_FILES, cpuSeconds: 1 })).toMatchObject({ exitSignal: 'SIGXCPU' });
  });

  itWithLimits('ends a child that exceeds its file size limit, and keeps the part within the limit', async () => {
    const path = join(directory, 'written');
    const args = ['if=/dev/zero', `of=${path}`, 'bs=1000', 'count=9'];
    const { exitSignal } = await runChild({ command: 'dd', args, signal, limits: { fileBytes: 4_000 } });
    expect({ exitSignal, size: (await stat(path)).size }).toEqual({ exitSignal: 'SIGXFSZ', size: 4_000 });
  });

  itWithIsolation('prevents children from opening connections', async () => {
    const server = createServer((socket) => socket.destroy());
    const port = await listenLocally(server);
    const connections: unknown[] = [];
    server.on('connection', (socket) => connections.push(socket));
    try {
      const script = `require('node:net').connect(${port}, '127.0.0.1').on('error', ({ code }) => console.log(code))`;
      expect((await runNode(script, NO_FILES)).stdout).toBe('ENETUNREACH\n');
      expect(connections).toEqual([]);
    } finally {
      server.close();
    }
  });
});
