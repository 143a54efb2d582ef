// npm run stripe:setup: creates or finds the product's objects in Stripe: meter, products, prices, customer portal and
// webhook endpoint. First set STRIPE_SECRET_KEY and PUBLIC_URL in the environment or .env. Safe to run again.
import { buildIfChanged } from './lib/build.mjs';
import { runProduct } from './lib/processes/product-command.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { loadEnvironment } from './lib/system/environment.mjs';
import { print, printError, step } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
try {
  loadEnvironment();
  await step('build', () => buildIfChanged(signal));
  const report = await runProduct('libs/platform/stripe/setup/stripe-setup.cli.js', [], {
    env: process.env,
    signal,
    purpose: 'Setting up Stripe',
  });
  print(report.trim());
} catch (error) {
  if (!signal.aborted) printError(error);
  process.exitCode = 1;
}
