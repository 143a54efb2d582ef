import type Stripe from 'stripe';

import { PRICE_KEYS, type Plan } from '@ringwell/domain/billing/plans';
import { providerFailed } from '@ringwell/domain/errors/app-error';

/**
 * Returns a plan's line items: base fee, metered extra minutes (metered prices take no quantity), and team chat.
 * @throws AppError `BILLING_PRICES_MISSING`
 */
export async function lineItems(stripe: Stripe, plan: Plan): Promise<Stripe.Checkout.SessionCreateParams.LineItem[]> {
  const { data } = await stripe.prices.list({ lookup_keys: Object.values(PRICE_KEYS), active: true });
  const findPriceId = (key: string): string => {
    const price = data.find(({ lookup_key: lookupKey }) => lookupKey === key);
    if (!price)
      throw providerFailed(
        'BILLING_PRICES_MISSING',
        `The payment provider has no active price with the lookup key ${key}. ` +
          'Ask your administrator to run: npm run stripe:setup',
        { retryable: true },
      );
    return price.id;
  };
  return [
    { price: findPriceId(PRICE_KEYS.base), quantity: 1 },
    { price: findPriceId(PRICE_KEYS.overage) },
    ...(plan === 'team' ? [{ price: findPriceId(PRICE_KEYS.teamChat), quantity: 1 }] : []),
  ];
}
