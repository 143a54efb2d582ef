// Checks the import rules in .dependency-cruiser.cjs. Also fails if dependency-cruiser skipped files, because with an
// unsupported TypeScript version it doesn't read any files or report violations.
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

import { packagePath, ROOT } from './lib/paths.mjs';
import { runCommand } from './lib/processes/command.mjs';

const FOLDERS = ['api', 'worker', 'libs', 'lab', 'web/src'];

const existingFolders = FOLDERS.filter((folder) => existsSync(join(ROOT, folder)));
const args = [
  packagePath('dependency-cruiser/bin/dependency-cruiser.mjs'),
  ...existingFolders,
  '--config',
  '.dependency-cruiser.cjs',
  '--output-type',
  'json',
];
const { output, stdout } = await runCommand(process.execPath, args, { cwd: ROOT });
const problems = parseProblems(stdout, output);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/**
 * @param {string} report JSON
 * @param {string} output all output, used if there is no report
 * @returns {string[]}
 */
function parseProblems(report, output) {
  /** @type {import('dependency-cruiser').ICruiseResult} */
  let cruiseResult;
  try {
    cruiseResult = JSON.parse(report);
  } catch {
    return [output]; // an error message from dependency-cruiser itself
  }
  const readFiles = new Set(cruiseResult.modules.map(({ source }) => source));
  const unreadFiles = existingFolders.flatMap(listSources).filter((file) => !readFiles.has(file));
  return [
    ...cruiseResult.summary.violations.map(({ rule, from, to }) => `${rule.severity} ${rule.name}: ${from} -> ${to}`),
    ...unreadFiles.map((file) => `not read by dependency-cruiser: ${file}`),
  ];
}

/** @param {string} folder @returns {string[]} */
function listSources(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}
