// Writes, commits and tags a version.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { CliError } from '../errors.mjs';
import { runCommand, runOrFail } from '../processes/command.mjs';
import { addVersion } from './changelog.mjs';
import { git } from './check-release.mjs';

const RELEASE_FILES = ['CHANGELOG.md', 'package.json', 'package-lock.json'];

/** @param {string} folder @param {AbortSignal} signal @throws {CliError} if it fails */
export async function runTests(folder, signal) {
  const { code } = await runCommand('npm', ['test'], { cwd: folder, signal, show: true });
  if (code !== 0) throw new CliError('The tests failed, so no version was created.');
}

/**
 * @param {import('./check-release.mjs').Release} release @param {string} folder
 * @throws {CliError} if git or npm fails; the files are restored unless they were committed
 */
export async function makeRelease({ version, tag, notes }, folder) {
  try {
    const changelog = join(folder, 'CHANGELOG.md');
    writeFileSync(changelog, addVersion(readFileSync(changelog, 'utf8'), version, new Date()));
    await runOrFail(['npm', 'version', version, '--no-git-tag-version', '--allow-same-version'], { cwd: folder });
    await git(folder, 'commit', '--quiet', '--message', `Release ${version}`, '--', ...RELEASE_FILES);
  } catch (error) {
    await git(folder, 'checkout', '--quiet', 'HEAD', '--', ...RELEASE_FILES);
    throw error;
  }
  // Keeps lines that start with #, which are Markdown headings.
  await git(
    folder,
    'tag',
    '--annotate',
    tag,
    '--cleanup',
    'whitespace',
    '--message',
    `Ringwell ${version}\n\n${notes}`,
  );
}
