// npm run token -- --name NAME [--email EMAIL] [--read-only]: creates a bearer token for an account (default: the first
// administrator's) on the system running here, and prints it once. npm run token -- --revoke ID deletes a token.
import { runProductJson } from './lib/processes/product-command.mjs';
import { loadEnvironment } from './lib/system/environment.mjs';
import { getRunningSystem } from './lib/system/running-system.mjs';
import { bold, dim, print, printError } from './lib/terminal.mjs';

loadEnvironment();
try {
  const { env } = getRunningSystem();
  const token = await runProductJson('api/src/tokens/create-token.cli.js', process.argv.slice(2), { env });
  if (token.token) {
    print(bold(token.token));
    print(dim(`for ${token.email}; shown only once. To delete it, run "npm run token -- --revoke ${token.id}".`));
  } else print('The token was deleted.');
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
