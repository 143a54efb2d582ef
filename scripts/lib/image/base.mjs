// The base image: the one in the Dockerfile or, if the registry is unreachable, one built from Debian and npm packages.
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '../paths.mjs';
import { runCommand, runOrFail } from '../processes/command.mjs';

const BASE_IMAGE_NAME = /^ARG BASE=(.*)$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? '';
const NODE_VERSION = /^node:([\d.]+)/.exec(BASE_IMAGE_NAME)?.[1] ?? '';
const LOCAL_BASE_IMAGE = `localhost/ringwell-base:node${NODE_VERSION}`;
const NODE_PACKAGE = `node-linux-${process.arch}@${NODE_VERSION}`;
const CERTIFICATES_PATH = '/etc/ssl/certs/ca-certificates.crt';
/** Paths that Debian's slim images also leave out. */
const EXCLUDED_PATHS = [
  'usr/share/doc',
  'usr/share/man',
  'usr/share/info',
  'usr/share/locale',
  'var/cache/apt',
  'var/lib/apt/lists',
];

/**
 * @param {import('./engine.mjs').Engine} engine @param {AbortSignal} signal
 * @returns {Promise<string>} the name of an image on this machine
 */
export async function ensureBaseImage(engine, signal) {
  const [program = '', ...args] = engine.command;
  const imageName = BASE_IMAGE_NAME.includes('/') ? BASE_IMAGE_NAME : `docker.io/library/${BASE_IMAGE_NAME}`;
  const pullResult = await runCommand(program, [...args, 'pull', '--quiet', imageName], { signal });
  if (pullResult.code === 0) return imageName;
  const { code } = await runCommand(program, [...args, 'image', 'inspect', LOCAL_BASE_IMAGE], { signal });
  if (code !== 0) await makeBaseImage(engine, signal);
  return LOCAL_BASE_IMAGE;
}

/** @param {import('./engine.mjs').Engine} engine @param {AbortSignal} signal */
async function makeBaseImage({ command }, signal) {
  const workFolder = mkdtempSync(join(tmpdir(), 'ringwell-base-'));
  try {
    const root = join(workFolder, 'root');
    const options = { signal, cwd: workFolder };
    await runOrFail(
      ['debootstrap', '--variant=minbase', '--include=ca-certificates,libatomic1', 'bookworm', root],
      options,
    );
    await runOrFail(['npm', 'install', '--no-save', '--prefix', workFolder, NODE_PACKAGE, 'npm@11'], options);
    mkdirSync(join(root, 'usr/local/lib/node_modules'), { recursive: true });
    copyFileSync(
      join(workFolder, 'node_modules', NODE_PACKAGE.replace(/@.*/, ''), 'bin/node'),
      join(root, 'usr/local/bin/node'),
    );
    cpSync(join(workFolder, 'node_modules/npm'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
    for (const name of ['npm', 'npx'])
      await runOrFail(
        ['ln', '-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name)],
        options,
      );
    await runOrFail(['chroot', root, 'groupadd', '--gid', '1000', 'node'], options);
    await runOrFail(['chroot', root, 'useradd', '--uid', '1000', '--gid', '1000', '--create-home', 'node'], options);
    for (const folder of EXCLUDED_PATHS) rmSync(join(root, folder), { recursive: true, force: true });
    // A private network may use its own certificate authority.
    if (existsSync(CERTIFICATES_PATH)) copyFileSync(CERTIFICATES_PATH, join(root, CERTIFICATES_PATH));
    await runOrFail(['tar', '-C', root, '-cf', join(workFolder, 'root.tar'), '.'], options);
    const change = `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES_PATH}`;
    await runOrFail(
      [...command, 'import', '--change', change, join(workFolder, 'root.tar'), LOCAL_BASE_IMAGE],
      options,
    );
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}
