import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

export interface WebhookToSign {
  /** The same for every attempt at a delivery, so that receivers can drop duplicates. */
  id: string;
  /** Timestamp of this attempt, in Unix seconds. */
  timestampSeconds: number;
  /** Exactly the bytes that are sent. */
  body: string;
  /** `whsec_` followed by base64. */
  secret: string;
}

export interface WebhookHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/** Generates a 256-bit signing secret; the scheme requires 24 to 64 bytes. */
export function generateWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

/**
 * Returns the signature headers of Standard Webhooks 1.0 (symmetric scheme `v1`): HMAC-SHA256 over `id.timestamp.body`.
 * https://github.com/standard-webhooks/standard-webhooks
 */
export function signWebhook({ id, timestampSeconds, body, secret }: WebhookToSign): WebhookHeaders {
  const key = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': `v1,${signature}`,
  };
}
