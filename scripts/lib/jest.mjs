// Runs Jest and counts what it says.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runCommand } from './command.mjs';
import { inPackages, ROOT } from './paths.mjs';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed tests that failed, plus files that could not be run at all
 * @property {number} skipped
 */

/**
 * @param {object} options
 * @param {string} options.project a project of jest.config.cjs
 * @param {string[]} options.args paths that narrow the run, and options of Jest
 * @param {number} options.workers tests files at a time; 1 runs them one after the other in Jest's own process
 * @param {Record<string, string>} options.env added to ours
 * @param {boolean} options.show write Jest's output to the console as it comes
 * @param {AbortSignal} options.signal
 * @returns {Promise<{ code: number, output: string, counts: Counts }>}
 */
export async function runJest({ project, args, workers, env, show, signal }) {
  const folder = mkdtempSync(join(tmpdir(), 'ringwell-jest-'));
  const report = join(folder, 'report.json');
  try {
    const jest = [
      inPackages('jest/bin/jest.js'),
      '--selectProjects',
      project,
      '--json',
      `--outputFile=${report}`,
      '--passWithNoTests',
    ];
    jest.push(...(workers === 1 ? ['--runInBand'] : [`--maxWorkers=${workers}`]), ...args);
    const { code, output } = await runCommand(process.execPath, jest, {
      signal,
      show,
      cwd: ROOT,
      env: { ...process.env, ...env },
    });
    return { code, output, counts: countsIn(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countsIn(report) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }; // Jest itself broke
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites,
    skipped: numPendingTests + numTodoTests,
  };
}
