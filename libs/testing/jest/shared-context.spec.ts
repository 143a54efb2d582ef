import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryDirectory } from '../temporary-directory';

const directory = temporaryDirectory();

interface Report {
  testResults: { name: string; status: string; startTime: number; endTime: number }[];
}

/** Runs test files sequentially in a process, like a worker process. Fails if one exceeds ten minutes. */
async function runFiles(files: Record<string, string>): Promise<Record<string, string>> {
  const config = {
    rootDir: directory,
    testMatch: ['**/*.spec.ts'],
    transform: {},
    testEnvironment: join(__dirname, 'shared-context.environment.cjs'),
    runtime: join(__dirname, 'shared-modules.runtime.cjs'),
    testSequencer: join(directory, 'by-name.cjs'),
  };
  writeFileSync(join(directory, 'jest.config.json'), JSON.stringify(config));
  writeFileSync(
    join(directory, 'by-name.cjs'),
    'module.exports = class { sort = (tests) => tests.sort((a, b) => (a.path < b.path ? -1 : 1)); shard = (tests) => tests; cacheResults() {} };',
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, `${name}.spec.ts`), text);
  const report = join(directory, 'report.json');
  const jest = join(__dirname, '../../../node_modules/jest/bin/jest.js');
  const args = [
    jest,
    '--config',
    join(directory, 'jest.config.json'),
    '--runInBand',
    '--json',
    `--outputFile=${report}`,
  ];
  await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'exit');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  for (const { startTime, endTime } of testResults) expect(Math.abs(endTime - startTime)).toBeLessThan(600_000);
  return Object.fromEntries(testResults.map(({ name, status }) => [name.replace(/^.*\/|\.spec\.ts$/g, ''), status]));
}

it("fails the file that has an unhandled error, and reverts each file's changes", async () => {
  const settle = 'await new Promise((resolve) => setTimeout(resolve, 50));';
  expect(
    await runFiles({
      a: `it('passes', () => undefined);`,
      b: `it('forgets an error', async () => { void Promise.reject(new Error('stray')); ${settle} });`,
      c: `it('throws later', async () => { setTimeout(() => { throw new Error('stray'); }, 0); ${settle} });`,
      d: `process.env.LEFTOVER = 'x'; jest.retryTimes(3); it('passes', () => undefined);`,
      d2: `jest.useFakeTimers({ now: 0 }); it('has its own clock', () => expect(Date.now()).toBe(0));`,
      e: `let runs = 0; it('runs once', () => { expect([process.env.LEFTOVER, ++runs]).toEqual([undefined, 2]); });`,
    }),
  ).toEqual({ a: 'passed', b: 'failed', c: 'failed', d: 'passed', d2: 'passed', e: 'failed' });
});
