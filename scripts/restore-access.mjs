// npm run restore-access -- --email EMAIL [--link] [--yes]: removes the second factors of a user who cannot sign in,
// and ends their sessions. --link prints a single-use sign-in link that works even with LOCAL_SIGN_IN=off. Asks for
// confirmation unless --yes is given. Uses the database in DATABASE_URL, or that of the system running in this clone.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { DIST, ROOT } from './lib/paths.mjs';
import { loadEnvironment } from './lib/system/environment.mjs';
import { getRunningSystem } from './lib/system/running-system.mjs';
import { bold, dim, print, printError } from './lib/terminal.mjs';

loadEnvironment();
try {
  const env = process.env.DATABASE_URL ? process.env : getRunningSystem().env;
  const program = join(DIST, 'api/src/auth/restore-access/restore-access.cli.js');
  const { status, stdout } = spawnSync(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    stdio: ['inherit', 'pipe', 'inherit'], // the question needs the terminal
  });
  if (status === 0) printReport(JSON.parse(stdout));
  process.exitCode = status ?? 1;
} catch (error) {
  printError(error);
  process.exitCode = 1;
}

/** @param {{ email: string, removedSecondFactor: boolean, link?: string, linkMinutes?: number }} restored */
function printReport({ email, removedSecondFactor, link, linkMinutes }) {
  print(`All of ${email}'s sessions have ended.${removedSecondFactor ? ' Two-step verification is off.' : ''}`);
  if (!link) return;
  print(bold(link));
  print(dim(`Works once within ${linkMinutes} minutes. It won't be shown again.`));
}
