import type { Request } from 'express';

import type { Config } from '@ringwell/platform/config/settings';

/** Whether an origin, as browsers name it, is ours: the one that the request went to, or the one that people know. */
export function isOwnOrigin(
  origin: string,
  { host, protocol }: Pick<Request, 'host' | 'protocol'>,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
): boolean {
  return origin === `${protocol}://${host}` || (PUBLIC_URL !== undefined && origin === new URL(PUBLIC_URL).origin);
}
