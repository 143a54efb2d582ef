import type { Config } from './settings';

/** Where people reach the product, without a slash at the end: what links in messages and mails begin with. */
export function publicUrlOf({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string {
  return (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '');
}
