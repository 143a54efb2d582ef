import type Stripe from 'stripe';

/** Marks our configuration of the customer portal among those that somebody made by hand. */
export const PORTAL_MARK = { ringwell: 'portal' } as const;

const PAGE_SIZE = 100;

/** What the customer portal lets people do, as set up for us; `undefined` until that was done. @throws what Stripe's client throws */
export async function findPortalConfiguration(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  for await (const configuration of stripe.billingPortal.configurations.list({ active: true, limit: PAGE_SIZE })) {
    if (configuration.metadata?.['ringwell'] === PORTAL_MARK.ringwell) return configuration;
  }
  return undefined;
}
