import { createHmac, randomUUID } from 'node:crypto';

import type { ProblemBody } from './session-client';

/** Makes an event as Stripe sends it. `overrides` replaces the id, to repeat an event, or the time. */
export function makeStripeEvent(
  type: string,
  object: object,
  overrides: { id?: string; created?: number } = {},
): string {
  const { id = `evt_${randomUUID().replaceAll('-', '')}`, created = Math.floor(Date.now() / 1_000) } = overrides;
  return JSON.stringify(
    {
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      created,
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
      data: { object },
    },
    null,
    2,
  );
}

/** Returns the header `Stripe-Signature`. https://docs.stripe.com/webhooks#verify-manually */
export function makeStripeSignature(
  payload: string,
  secret: string,
  timestamp = Math.floor(Date.now() / 1_000),
): string {
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')}`;
}

export interface StripeWebhookResponse {
  status: number;
  body: Partial<ProblemBody> & { received?: boolean };
}

export async function sendStripeEvent(
  apiUrl: string,
  body: string,
  signature: string | undefined,
): Promise<StripeWebhookResponse> {
  const response = await fetch(`${apiUrl}/api/webhooks/stripe`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
  });
  return { status: response.status, body: (await response.json()) as StripeWebhookResponse['body'] };
}
