// Runs Jest and counts the results.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { packagePath, ROOT } from '../paths.mjs';
import { runCommand } from '../processes/command.mjs';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed failed tests, plus files that could not be run at all
 * @property {number} skipped
 */

/**
 * @param {object} options
 * @param {string[]} options.projects of jest.config.cjs
 * @param {string[]} options.args paths that select tests, and options of Jest
 * @param {number} options.workers parallel test files; 1 runs them sequentially in Jest's own process
 * @param {Record<string, string>} options.env added to the environment of this process
 * @param {boolean} options.show copy Jest's output to the terminal
 * @param {AbortSignal} options.signal
 * @returns {Promise<{ code: number, output: string, counts: Counts }>}
 */
export async function runJest({ projects, args, workers, env, show, signal }) {
  const folder = mkdtempSync(join(tmpdir(), 'ringwell-jest-'));
  const report = join(folder, 'report.json');
  try {
    const jest = [
      packagePath('jest/bin/jest.js'),
      '--selectProjects',
      ...projects,
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
    return { code, output, counts: readCounts(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} report @returns {Counts} */
function readCounts(report) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }; // Jest itself failed
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites,
    skipped: numPendingTests + numTodoTests,
  };
}
