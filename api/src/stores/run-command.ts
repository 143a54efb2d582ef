import { openDatabase } from '@ringwell/database/data-source';
import { explainFailure } from '@ringwell/database/explain-failure';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import type { Config } from '@ringwell/platform/config/environment-settings';
import { loadConfig } from '@ringwell/platform/config/load-config';

const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Runs a command-line tool against the database. Prints the result as one line of JSON, or an error as one sentence
 * on stderr with exit code 1.
 */
export async function runCommand(work: (unitOfWork: UnitOfWork, config: Config) => Promise<object>): Promise<void> {
  try {
    const config = loadConfig();
    const dataSource = await openDatabase({
      url: config.DATABASE_URL,
      poolSize: 2,
      applicationName: 'ringwell-command',
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    try {
      process.stdout.write(`${JSON.stringify(await work(new UnitOfWork(dataSource), config))}\n`);
    } finally {
      await dataSource.destroy();
    }
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exitCode = 1;
  }
}
