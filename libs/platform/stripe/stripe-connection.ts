import Stripe from 'stripe';

import { unavailable } from '@ringwell/domain/errors/app-error';

import { stripeFailure } from './stripe-failure';

// Per attempt. Short, because users are waiting for the response.
const TIMEOUT_MS = 8_000;
// Stripe's client retries transient failures with the same idempotency key.
const MAX_RETRIES = 2;

export interface StripeOptions {
  /** `STRIPE_SECRET_KEY`; payments are unavailable without it. */
  secretKey?: string;
  /** `STRIPE_BASE_URL`; only scheme, host and port are used. */
  baseUrl: string;
  timeoutMs?: number;
}

export class StripeConnection {
  private readonly client: Stripe | null;

  constructor({ secretKey, baseUrl, timeoutMs = TIMEOUT_MS }: StripeOptions) {
    this.client =
      secretKey === undefined
        ? null
        : new Stripe(secretKey, {
            ...parseBaseUrl(baseUrl),
            timeout: timeoutMs,
            maxNetworkRetries: MAX_RETRIES,
            telemetry: false,
          });
  }

  get isSetUp(): boolean {
    return this.client !== null;
  }

  /** @throws AppError `billing_not_configured`, or errors from `stripeFailure` */
  async use<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    if (!this.client)
      throw unavailable(
        'billing_not_configured',
        "Payments aren't available yet. Contact support to subscribe or change your subscription.",
      );
    try {
      return await work(this.client);
    } catch (error) {
      throw stripeFailure(error);
    }
  }
}

function parseBaseUrl(baseUrl: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(baseUrl);
  const isHttps = protocol === 'https:';
  return { host: hostname, port: Number(port) || (isHttps ? 443 : 80), protocol: isHttps ? 'https' : 'http' };
}
