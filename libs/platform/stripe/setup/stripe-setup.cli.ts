import { AppError } from '@ringwell/domain/errors/app-error';
import { ConfigError, loadSettings } from '@ringwell/platform/config/load-config';

import { StripeConnection } from '../stripe-connection';
import { setUpStripe } from './set-up-stripe';
import { formatSetupReport } from './setup-report';

async function main(): Promise<void> {
  const config = loadSettings([
    'STRIPE_SECRET_KEY',
    'STRIPE_BASE_URL',
    'PRODUCT_NAME',
    'PUBLIC_URL',
    'PRIVACY_URL',
    'TERMS_URL',
  ]);
  const report = await setUpStripe(
    new StripeConnection({ secretKey: config.STRIPE_SECRET_KEY, baseUrl: config.STRIPE_BASE_URL }),
    config,
  );
  process.stdout.write(`${formatSetupReport(report)}\n`);
}

// Operators, unlike users, see Stripe's own message. It never contains a key.
function explainError(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof AppError))
    return `Stripe setup failed: ${error instanceof Error ? error.message : String(error)}`;
  if (error.code === 'BILLING_KEY_REFUSED') {
    return (
      'Stripe rejected STRIPE_SECRET_KEY. Check that it is a secret key of your account with write access to ' +
      'products, prices, meters, webhook endpoints and the customer portal.'
    );
  }
  return error.cause instanceof Error ? `Stripe setup failed. ${error.cause.message}.` : error.message;
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainError(error)}\n`);
  process.exitCode = 1;
});
