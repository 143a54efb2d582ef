import Stripe from 'stripe';

import { STRIPE_EVENT_TYPES, STRIPE_WEBHOOK_PATH } from '../read-stripe-event';
import type { SetupRow } from './setup-report';

/**
 * Sets up the webhook endpoint for exactly the event types in use.
 * @param publicUrl without a trailing slash; unless it uses https, no endpoint is created
 * @throws the Stripe client's errors
 */
export async function setUpWebhook(
  stripe: Stripe,
  productName: string,
  publicUrl: string | undefined,
): Promise<{ row: SetupRow; secret?: string }> {
  const resource = 'webhook endpoint';
  if (!publicUrl?.startsWith('https://')) {
    const note =
      'Set PUBLIC_URL to an https URL that Stripe can reach, then run this command again. Until then, purchases ' +
      'are not activated.';
    return { row: { resource, outcome: 'skipped', note } };
  }
  const url = `${publicUrl}${STRIPE_WEBHOOK_PATH}`;
  const events = [...STRIPE_EVENT_TYPES];
  const existing = await findEndpoint(stripe, url);
  if (!existing) {
    const { id, secret } = await stripe.webhookEndpoints.create({
      url,
      enabled_events: events,
      api_version: Stripe.API_VERSION,
      description: `${productName}: subscriptions`,
    });
    return { row: { resource, outcome: 'created', id, note: url }, secret };
  }
  const { id, status, enabled_events: enabledEvents } = existing;
  if (status === 'enabled' && enabledEvents.toSorted().join() === events.toSorted().join())
    return { row: { resource, outcome: 'found', id, note: url } };
  await stripe.webhookEndpoints.update(id, { enabled_events: events, disabled: false });
  return { row: { resource, outcome: 'updated', id, note: url } };
}

async function findEndpoint(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint | undefined> {
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) if (endpoint.url === url) return endpoint;
  return undefined;
}
