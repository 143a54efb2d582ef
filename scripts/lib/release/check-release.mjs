// Checks that a version can be released.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CliError } from '../errors.mjs';
import { runOrFail } from '../processes/command.mjs';
import { getUnreleasedNotes } from './changelog.mjs';

const VERSION_PATTERN = /^\d+\.\d+\.\d+$/;
const BRANCH = 'main';

/**
 * @typedef {object} Release
 * @property {string} version such as `1.2.0`
 * @property {string} tag such as `v1.2.0`
 * @property {string} notes Markdown
 */

/**
 * @param {string} version @param {string} folder of the repository
 * @returns {Promise<Release>}
 * @throws {CliError} with the first unmet condition; nothing was changed
 */
export async function checkRelease(version, folder) {
  if (!VERSION_PATTERN.test(version))
    throw new CliError(`"${version}" is not a version: use three numbers, such as 1.2.0.`);
  const tag = `v${version}`;
  const branch = await git(folder, 'branch', '--show-current');
  if (branch !== BRANCH) throw new CliError(`Create versions from ${BRANCH}, not from ${branch || 'a detached HEAD'}.`);
  if ((await git(folder, 'status', '--porcelain')) !== '')
    throw new CliError('There are uncommitted changes: commit or stash them.');
  const lastTag = (await git(folder, 'tag', '--list', 'v*', '--sort=-version:refname')).split('\n')[0] ?? '';
  if (lastTag !== '' && !isNewer(tag, lastTag))
    throw new CliError(`${tag} is not newer than ${lastTag}, the latest version.`);
  const { version: packageVersion } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (isNewer(packageVersion, version))
    throw new CliError(`${version} is older than ${packageVersion} in package.json.`);
  const notes = getUnreleasedNotes(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'));
  if (notes === '')
    throw new CliError('CHANGELOG.md has no notes under "Unreleased": write what users will notice, then commit it.');
  return { version, tag, notes };
}

/** @param {string} a @param {string} b versions or tags */
function isNewer(a, b) {
  return a.localeCompare(b, 'en', { numeric: true }) > 0;
}

/**
 * @param {string} folder @param {string[]} args
 * @returns {Promise<string>} its stdout @throws {CliError} with its output
 */
export function git(folder, ...args) {
  return runOrFail(['git', ...args], { cwd: folder });
}
