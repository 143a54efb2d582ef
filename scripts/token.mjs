// npm run token -- --name NAME [--email EMAIL]: makes a bearer token for an account of the system that runs in this clone, the
// first administrator's unless an e-mail is given, and shows it once. npm run token -- --revoke ID deletes one.
import './lib/node-version.mjs';

import { loadEnvironment } from './lib/environment.mjs';
import { askProduct } from './lib/product-command.mjs';
import { runningSystem } from './lib/running-system.mjs';
import { bold, dim, say, showError } from './lib/terminal.mjs';

loadEnvironment();
try {
  const { env } = runningSystem();
  const answer = await askProduct('api/src/tokens/create-token.cli.js', process.argv.slice(2), {
    env,
    doing: 'Making or deleting a token',
  });
  if (answer.token) {
    say(
      `${bold(answer.token)}\n${dim(`for ${answer.email}, shown this once; "npm run token -- --revoke ${answer.id}" deletes it`)}`,
    );
  } else say('The token is deleted.');
} catch (error) {
  showError(error);
  process.exitCode = 1;
}
