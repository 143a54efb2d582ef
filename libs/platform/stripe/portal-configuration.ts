import type Stripe from 'stripe';

/** Marks the product's portal configuration among manually created ones. */
export const PORTAL_METADATA = { ringwell: 'portal' } as const;

const PAGE_SIZE = 100;

export async function findPortalConfiguration(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  for await (const configuration of stripe.billingPortal.configurations.list({ active: true, limit: PAGE_SIZE })) {
    if (configuration.metadata?.['ringwell'] === PORTAL_METADATA.ringwell) return configuration;
  }
  return undefined;
}
