import type { Request } from 'express';

import type { Config } from '@ringwell/platform/config/settings';

/** Whether an Origin header names this product: the host of the request, or PUBLIC_URL. */
export function isSameOrigin(
  origin: string,
  { host, protocol }: Pick<Request, 'host' | 'protocol'>,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
): boolean {
  return origin === `${protocol}://${host}` || (PUBLIC_URL !== undefined && origin === new URL(PUBLIC_URL).origin);
}
