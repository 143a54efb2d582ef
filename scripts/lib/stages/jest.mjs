// Runs Jest, counts the results and times the files.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { packagePath, ROOT } from '../paths.mjs';
import { runCommand } from '../processes/command.mjs';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed failed tests, plus files that couldn't be run at all
 * @property {number} skipped
 *
 * @typedef {object} FileTime
 * @property {string} file relative to the root of the clone
 * @property {number} ms from loading the file to the end of its cleanup
 * @property {number} testsMs spent in its tests, excluding hooks
 * @property {number} tests
 */

/**
 * @param {object} options
 * @param {string[]} options.projects names in jest.config.cjs
 * @param {string[]} options.args paths that select tests, and Jest options
 * @param {number} options.workers parallel test files; 1 runs them sequentially in Jest's own process
 * @param {Record<string, string>} options.env added to this process's environment
 * @param {boolean} options.show copy Jest's output to the terminal
 * @param {AbortSignal} options.signal
 * @returns {Promise<{ code: number, output: string, counts: Counts, times: FileTime[] }>}
 */
export async function runJest({ projects, args, workers, env, show, signal }) {
  const folder = mkdtempSync(join(tmpdir(), 'ringwell-jest-'));
  const reportFile = join(folder, 'report.json');
  try {
    const jestArgs = [
      packagePath('jest/bin/jest.js'),
      '--selectProjects',
      ...projects,
      '--json',
      `--outputFile=${reportFile}`,
      '--passWithNoTests',
    ];
    jestArgs.push(...(workers === 1 ? ['--runInBand'] : [`--maxWorkers=${workers}`]), ...args);
    const { code, output } = await runCommand(process.execPath, jestArgs, {
      signal,
      show,
      cwd: ROOT,
      env: { ...process.env, ...env },
    });
    return { code, output, ...readReport(reportFile) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} reportFile @returns {{ counts: Counts, times: FileTime[] }} */
function readReport(reportFile) {
  if (!existsSync(reportFile)) return { counts: { passed: 0, failed: 1, skipped: 0 }, times: [] }; // Jest itself failed
  const { testResults, ...totals } = JSON.parse(readFileSync(reportFile, 'utf8'));
  const counts = {
    passed: totals.numPassedTests,
    failed: totals.numFailedTests + totals.numRuntimeErrorTestSuites,
    skipped: totals.numPendingTests + totals.numTodoTests,
  };
  return { counts, times: testResults.map(toFileTime) };
}

/**
 * @param {{ name: string, startTime: number, endTime: number, assertionResults: { duration?: number }[] }} result
 * @returns {FileTime}
 */
function toFileTime({ name, startTime, endTime, assertionResults }) {
  const testsMs = assertionResults.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  return { file: relative(ROOT, name), ms: endTime - startTime, testsMs, tests: assertionResults.length };
}
