// npm run stripe:setup: makes or finds what the product needs at Stripe: meter, products, prices, customer portal and webhook endpoint.
// Set STRIPE_SECRET_KEY and PUBLIC_URL first, here or in .env. It may be run again at any time.
import './lib/node-version.mjs';

import { buildIfChanged } from './lib/build.mjs';
import { loadEnvironment } from './lib/environment.mjs';
import { runProduct } from './lib/product-command.mjs';
import { onStopRequest } from './lib/stop-signal.mjs';
import { say, showError, step } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
try {
  loadEnvironment();
  await step('build', () => buildIfChanged(signal));
  const report = await runProduct('libs/platform/stripe/setup/stripe-setup.cli.js', [], {
    env: process.env,
    signal,
    doing: 'Setting up Stripe',
  });
  say(report.trim());
} catch (error) {
  if (!signal.aborted) showError(error);
  process.exitCode = 1;
}
