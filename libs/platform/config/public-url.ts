import type { WorkerConfig } from './environment-settings';
import { isLoopback } from './loopback';

/** Returns the base URL for links in messages and emails, without a trailing slash. */
export function getPublicUrl({ PUBLIC_URL, PORT }: Pick<WorkerConfig, 'PUBLIC_URL' | 'PORT'>): string {
  return (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '');
}

/** Whether the product is only used on this machine: `PUBLIC_URL` points to it, or is unset outside production. */
export function isLocalOnly(config: Pick<WorkerConfig, 'PUBLIC_URL' | 'NODE_ENV'>): boolean {
  if (config.PUBLIC_URL === undefined) return config.NODE_ENV !== 'production';
  return isLoopback(new URL(config.PUBLIC_URL));
}

/** Whether requests are protected in transit: they're encrypted or never leave this machine. */
export function isHttpsOrLocal(config: Pick<WorkerConfig, 'PUBLIC_URL' | 'NODE_ENV'>): boolean {
  return isLocalOnly(config) || (config.PUBLIC_URL?.startsWith('https:') ?? false);
}

/** Whether links reach people outside this machine, by email or through Stripe's payment pages. */
export function sendsLinksToOutsiders(config: Pick<WorkerConfig, 'SMTP_URL' | 'STRIPE_SECRET_KEY'>): boolean {
  return config.SMTP_URL !== undefined || config.STRIPE_SECRET_KEY !== undefined;
}

export function publicUrlWarning(config: WorkerConfig): string | undefined {
  if (config.PUBLIC_URL !== undefined) return undefined;
  if (config.NODE_ENV !== 'production' && !sendsLinksToOutsiders(config)) return undefined;
  return (
    'PUBLIC_URL is not set. Links in emails, messages and payment pages point to ' +
    `${getPublicUrl(config)}, which only works on this machine.`
  );
}
