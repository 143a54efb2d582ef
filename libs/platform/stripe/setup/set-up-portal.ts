import { createHash } from 'node:crypto';

import type Stripe from 'stripe';

import { findPortalConfiguration, PORTAL_METADATA } from '../portal-configuration';
import type { SetupRow } from './setup-report';

export interface PortalSettings {
  productName: string;
  publicUrl?: string;
  privacyUrl?: string;
  termsUrl?: string;
}

type Configuration = Pick<
  Stripe.BillingPortal.ConfigurationCreateParams,
  'features' | 'business_profile' | 'default_return_url'
>;

/**
 * Sets up the customer portal, where customers see invoices, change the payment method and address, and cancel at the
 * end of the month. (The portal can't switch metered plans.) Changes made in the dashboard are kept until a release or
 * a setting requires different values.
 * @throws the Stripe client's errors
 */
export async function setUpPortal(stripe: Stripe, settings: PortalSettings): Promise<SetupRow> {
  const resource = 'customer portal';
  const desiredConfiguration = buildConfiguration(settings);
  const configurationHash = createHash('sha256')
    .update(JSON.stringify(desiredConfiguration))
    .digest('hex')
    .slice(0, 16);
  const metadata = { ...PORTAL_METADATA, asked: configurationHash };
  const existing = await findPortalConfiguration(stripe);
  if (!existing) {
    const { id } = await stripe.billingPortal.configurations.create({ ...desiredConfiguration, metadata });
    return { resource, outcome: 'created', id };
  }
  if (existing.metadata?.['asked'] === configurationHash) return { resource, outcome: 'found', id: existing.id };
  await stripe.billingPortal.configurations.update(existing.id, { ...desiredConfiguration, metadata });
  return { resource, outcome: 'updated', id: existing.id };
}

function buildConfiguration({ productName, publicUrl, privacyUrl, termsUrl }: PortalSettings): Configuration {
  return {
    business_profile: {
      headline: `Your ${productName} subscription`,
      ...(privacyUrl && { privacy_policy_url: privacyUrl }),
      ...(termsUrl && { terms_of_service_url: termsUrl }),
    },
    ...(publicUrl && { default_return_url: `${publicUrl}/` }),
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ['email', 'name', 'address', 'tax_id'] },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
    },
  };
}
