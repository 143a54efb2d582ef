import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

const SCRIPTS = resolve(__dirname, '../..');
const PACKAGE = `node-linux-${process.arch}`;
const VERSION = '98.7.6';

interface RunResult {
  code: number;
  stdout: string;
  stderr: string;
}

const directory = temporaryDirectory();
let clone: string;
let registry: string;
let downloads: number;

// Serves one package, whose binary prints how it was called.
const server = createServer((request, response) => {
  const archive = join(directory, `${PACKAGE}-${VERSION}.tgz`);
  if (request.url === `/${PACKAGE}`) {
    const dist = { tarball: `${registry}/archive.tgz` };
    const versions = { [VERSION]: { name: PACKAGE, version: VERSION, dist } };
    response.end(JSON.stringify({ name: PACKAGE, 'dist-tags': { latest: VERSION }, versions }));
  } else if (request.url === '/archive.tgz') {
    downloads += 1;
    response.end(readFileSync(archive));
  } else response.writeHead(404).end();
});

beforeAll(async () => {
  const program = join(directory, 'package/bin/node');
  mkdirSync(join(directory, 'package/bin'), { recursive: true });
  writeFileSync(join(directory, 'package/package.json'), JSON.stringify({ name: PACKAGE, version: VERSION }));
  writeFileSync(
    program,
    '#!/bin/sh\n[ -z "$LIBRARY_MISSING" ] || exit 127\necho "started with $*"\necho "first in PATH: ${PATH%%:*}"\n',
  );
  chmodSync(program, 0o755);
  execFileSync('npm', ['pack', './package', '--silent'], { cwd: directory });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

beforeEach(() => {
  downloads = 0;
  clone = mkdtempSync(join(directory, 'clone-'));
  for (const file of ['with-node.sh', 'lib/install/node.mjs'])
    cpSync(join(SCRIPTS, file), join(clone, 'scripts', file), { recursive: true });
  writeFileSync(join(clone, 'package.json'), JSON.stringify({ engines: { node: '>=98' } }));
  writeFileSync(join(clone, 'Dockerfile'), `ARG BASE=node:${VERSION}-slim@sha256:1234\n`);
});

function runWithNode(...args: string[]): Promise<RunResult> {
  const env = { ...process.env, npm_config_registry: registry, npm_config_cache: join(directory, 'npm-cache') };
  return new Promise((resolve) => {
    const child = execFile('sh', [join(clone, 'scripts/with-node.sh'), ...args], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

const getInstalledFolder = (): string => join(clone, `.data/node-${VERSION}/node_modules/${PACKAGE}/bin`);

it('replaces an unsupported Node.js with a version that it downloads only once', async () => {
  const output = `started with scripts/start.mjs --flag\nfirst in PATH: ${getInstalledFolder()}\n`;
  const firstRun = await runWithNode('scripts/start.mjs', '--flag');
  expect(firstRun).toEqual({ code: 0, stdout: output, stderr: expect.any(String) as string });
  expect(firstRun.stderr).toMatch(
    new RegExp(`^✓ Node\\.js +\\d+\\.\\d s  98\\.7\\.6 for this clone, because ${process.versions.node} is too old\n$`),
  );
  expect(await runWithNode('scripts/start.mjs', '--flag')).toEqual({ code: 0, stdout: output, stderr: '' });
  expect(downloads).toBe(1);
});

it('shares one installation between two commands that start at the same time', async () => {
  const runs = await Promise.all([runWithNode('one.mjs'), runWithNode('two.mjs')]);
  expect(runs.map(({ code, stdout }) => [code, stdout.split('\n')[0]])).toEqual([
    [0, 'started with one.mjs'],
    [0, 'started with two.mjs'],
  ]);
  expect(readdirSync(join(clone, '.data'))).toEqual([`node-${VERSION}`]);
});

it('exits with advice if the registry is unreachable, and leaves nothing behind', async () => {
  rmSync(join(directory, 'npm-cache'), { recursive: true, force: true });
  const workingRegistry = registry;
  registry = `${registry}/nothing`;
  const { code, stdout, stderr } = await runWithNode('scripts/start.mjs');
  registry = workingRegistry;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(
    `Ringwell needs Node.js 98 or newer, and this is Node.js ${process.versions.node}. Node.js ${VERSION} could not be ` +
      'downloaded from the npm registry: check the connection, or install it from https://nodejs.org, then try again.',
  );
  expect(readdirSync(join(clone, '.data'))).toEqual([]);
});

it('exits with advice if the downloaded Node.js does not start, and leaves nothing behind', async () => {
  process.env['LIBRARY_MISSING'] = '1';
  const { code, stderr } = await runWithNode('scripts/start.mjs').finally(() => delete process.env['LIBRARY_MISSING']);
  expect(code).toBe(1);
  expect(stderr).toContain('(on Debian and Ubuntu, "apt-get install -y libatomic1"), then try again.');
  expect(readdirSync(join(clone, '.data'))).toEqual([]);
});

it('runs the script without output if Node.js is supported', async () => {
  writeFileSync(join(clone, 'package.json'), JSON.stringify({ engines: { node: '>=20' } }));
  writeFileSync(join(clone, 'script.mjs'), 'console.log(process.execPath, process.argv[2]);');
  expect(await runWithNode('script.mjs', 'x')).toEqual({ code: 0, stdout: `${process.execPath} x\n`, stderr: '' });
});
