import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join, resolve } from 'node:path';

import { listenLocally } from '@ringwell/testing/local-server';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { runChild } from './child-process';

// This file needs its own modules: the shared ones remember that this machine lacks the image's `confine`.
jest.mock('./child-limits', () => jest.requireActual<object>('./child-limits'));

const SOURCE = resolve(__dirname, '../../../ops/image/confine.c');
const LIMITS = { fileBytes: 1_000_000 };
const hasCompiler = spawnSync('cc', ['--version']).status === 0;

// Not every machine has a compiler. The image's build has one, and other tests run the finished image.
(hasCompiler ? describe : describe.skip)('a media tool in the image', () => {
  const folder = temporaryDirectory();
  const { PATH } = process.env;
  const workDir = join(folder, 'run');
  const programs = join(folder, 'programs');
  const { signal } = new AbortController();
  let hasLandlock = false; // not every kernel has it
  const run = async (...[command = '', ...args]: string[]): Promise<{ exitCode: number | null; stdout: string }> =>
    runChild({ command, args, signal, limits: LIMITS, workDir });

  beforeAll(() => {
    mkdirSync(programs);
    execFileSync('cc', ['-O2', '-Wall', '-Werror', '-o', join(programs, 'confine'), SOURCE]);
    hasLandlock = spawnSync(join(programs, 'confine'), ['-r', '/', '--', 'true']).status === 0;
    process.env.PATH = `${programs}${delimiter}${PATH}`;
    mkdirSync(workDir);
    writeFileSync(join(workDir, 'recording'), 'this one');
    writeFileSync(join(folder, 'another'), 'another one');
  });
  afterAll(() => {
    process.env.PATH = PATH;
  });

  it("can access its run's folder and the models named in its arguments", async () => {
    if (!hasLandlock) return;
    expect((await run('cat', 'recording')).stdout).toBe('this one');
    expect((await run('sh', '-c', 'echo more > written && cat written')).stdout).toBe('more\n');
    expect((await run('cat', join(folder, 'another'))).stdout).toBe('another one');
  });

  it("cannot access other recordings, the worker's environment and processes, or a server", async () => {
    if (!hasLandlock) return;
    const server = createServer((socket) => socket.end('a server'));
    const port = await listenLocally(server);
    const script = [
      `const fs = require('node:fs');`,
      `const attempt = (work) => { try { work(); return 'done'; } catch (error) { return error.code; } };`,
      `const results = [`,
      `  attempt(() => fs.readFileSync('../another')), attempt(() => fs.readdirSync('..')),`,
      `  attempt(() => fs.readFileSync('/proc/${process.pid}/environ')), attempt(() => process.kill(${process.pid}, 0)),`,
      `  attempt(() => fs.writeFileSync('../new', '')),`,
      `];`,
      `require('node:net').connect(${port}, '127.0.0.1').on('error', ({ code }) => done(code)).on('connect', () => done('done'));`,
      `const done = (result) => { console.log(JSON.stringify([...results, result])); process.exit(); };`,
    ].join('\n');
    try {
      const results = JSON.parse((await run(process.execPath, '-e', script)).stdout) as string[];
      expect(results.slice(0, 5)).toEqual(['EACCES', 'EACCES', 'EACCES', 'EPERM', 'EACCES']);
      expect(results[5]).not.toBe('done');
    } finally {
      server.close();
    }
  });

  it('fails with ENOENT when it is not installed', async () => {
    await expect(run('program-that-is-not-there')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
