// npm run stripe:setup: creates or finds the product's objects in Stripe: meter, products, prices, customer portal and
// webhook endpoint. First set STRIPE_SECRET_KEY and PUBLIC_URL in the environment or .env. Safe to run again.
import { buildIfChanged } from './lib/build.mjs';
import { runProduct } from './lib/processes/product-command.mjs';
import { runScript } from './lib/processes/run-script.mjs';
import { loadEnvironment } from './lib/system/environment.mjs';
import { print, step } from './lib/terminal.mjs';

await runScript(async (signal) => {
  loadEnvironment();
  await step('build', () => buildIfChanged(signal));
  const report = await runProduct('libs/platform/stripe/setup/stripe-setup.cli.js', [], {
    env: process.env,
    signal,
    purpose: 'Setting up Stripe',
  });
  print(report.trim());
});
