import { unavailable } from '@ringwell/domain/errors/app-error';
import type { Config } from '@ringwell/platform/config/environment-settings';

import type { StripeConnection } from '../stripe-connection';
import { setUpMeter } from './set-up-meter';
import { setUpPortal } from './set-up-portal';
import { setUpPrices } from './set-up-prices';
import { setUpWebhook } from './set-up-webhook';
import type { SetupReport } from './setup-report';

export type SetupSettings = Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'PRIVACY_URL' | 'TERMS_URL'>;

/**
 * Creates or finds everything that the product needs in Stripe: meter, products, prices, webhook endpoint and customer
 * portal. Safe to repeat; the next run completes an interrupted one.
 * @throws AppError `billing_not_configured`, `METER_MISMATCH`, or errors from `stripeFailure`
 */
export async function setUpStripe(connection: StripeConnection, settings: SetupSettings): Promise<SetupReport> {
  const { PRODUCT_NAME: productName, PUBLIC_URL, PRIVACY_URL, TERMS_URL } = settings;
  const publicUrl = PUBLIC_URL?.replace(/\/+$/, '');
  if (!connection.isSetUp) {
    throw unavailable(
      'billing_not_configured',
      'Set STRIPE_SECRET_KEY to the secret key of your Stripe account, then run this command again.',
    );
  }
  return await connection.use(async (stripe) => {
    const meter = await setUpMeter(stripe, productName);
    const prices = await setUpPrices(stripe, productName, meter.meterId);
    const portal = await setUpPortal(stripe, { productName, publicUrl, privacyUrl: PRIVACY_URL, termsUrl: TERMS_URL });
    const { row: webhook, secret: webhookSecret } = await setUpWebhook(stripe, productName, publicUrl);
    return { rows: [meter.row, ...prices, portal, webhook], webhookSecret };
  });
}
