// Prints the folder of a supported Node.js: this process's, or one that this script installs under .data. Must run on
// any Node.js that a machine may have, so it doesn't use anything newer than Node.js 16.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');

const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const minimumVersion = Number(engines.node.replace('>=', ''));
const currentVersion = process.versions.node;
console.log(Number(currentVersion.split('.')[0]) < minimumVersion ? getInstalledFolder() : dirname(process.execPath));

/** @returns {string} the folder of the installed program */
function getInstalledFolder() {
  const version = /^ARG BASE=node:([\d.]+)/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))?.[1];
  // The packages behind https://www.npmjs.com/package/node, which only contain the binaries.
  const isAppleSilicon = process.platform === 'darwin' && process.arch === 'arm64';
  const packageName = `${isAppleSilicon ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`;
  const data = join(ROOT, '.data');
  const target = join(data, `node-${version}`);
  const program = join(target, 'node_modules', packageName, 'bin');
  if (existsSync(target)) return program;

  const startedAt = Date.now();
  mkdirSync(data, { recursive: true });
  const draft = mkdtempSync(join(data, 'node-'));
  for (const folder of [data, draft]) chmodSync(folder, 0o711); // api and worker may run under another account
  const options = ['--prefix', draft, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const install = spawnSync('npm', ['install', ...options, `${packageName}@${version}`], { encoding: 'utf8' });
  const isInstalled = install.status === 0;
  const installed = join(draft, 'node_modules', packageName, 'bin/node');
  const { status, stderr } = isInstalled ? spawnSync(installed, ['--version'], { encoding: 'utf8' }) : install;
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    const problem = isInstalled
      ? 'does not start here: install what the message above names (on Debian and Ubuntu, "apt-get install -y libatomic1"), then try again.'
      : 'could not be downloaded from the npm registry: check the connection, or install it from https://nodejs.org, then try again.';
    console.error(
      `${stderr}\nRingwell needs Node.js ${minimumVersion} or newer, and this is Node.js ${currentVersion}. Node.js ${version} ${problem}`,
    );
    process.exit(1);
  }
  publish(draft, target);
  const elapsed = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  console.error(
    `✓ ${'Node.js'.padEnd(22)} ${elapsed.padStart(8)}  ${version} for this clone, because ${currentVersion} is too old`,
  );
  return program;
}

/** @param {string} draft @param {string} target */
function publish(draft, target) {
  try {
    renameSync(draft, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    rmSync(draft, { recursive: true, force: true }); // another command has created it
  }
}
