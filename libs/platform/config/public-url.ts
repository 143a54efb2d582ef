import type { Config } from './settings';

/** Where people reach the product, without a slash at the end: what links in messages and mails begin with. */
export function publicUrlOf({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string {
  return (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '');
}

/** Whether people outside of this machine get links whenever they are due, by mail or from Stripe's payment pages. */
export function sendsLinksToOutsiders(config: Pick<Config, 'SMTP_URL' | 'STRIPE_SECRET_KEY'>): boolean {
  return config.SMTP_URL !== undefined || config.STRIPE_SECRET_KEY !== undefined;
}

/** What a process logs at its start when `PUBLIC_URL` is missing although others get its links; else `undefined`. */
export function publicUrlWarning(config: Config): string | undefined {
  if (config.PUBLIC_URL !== undefined) return undefined;
  if (config.NODE_ENV !== 'production' && !sendsLinksToOutsiders(config)) return undefined;
  return (
    'PUBLIC_URL is not set: links in mails, messages and payment pages lead to ' +
    `${publicUrlOf(config)}, which works on this machine only.`
  );
}
