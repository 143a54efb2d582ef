import { isIP } from 'node:net';

import type { Request } from 'express';

import type { Config } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';

type RequestTarget = Pick<Request, 'host' | 'protocol'>;
type AddressSettings = Pick<Config, 'PUBLIC_URL' | 'PORT'>;

/**
 * Returns whether an Origin header is ours: PUBLIC_URL, or the request's host if it belongs to us.
 */
export function isSameOrigin(origin: string, target: RequestTarget, config: AddressSettings): boolean {
  if (config.PUBLIC_URL !== undefined && origin === new URL(config.PUBLIC_URL).origin) return true;
  return matchesHost(origin, target) && isOwnHost(target.host, config);
}

/**
 * Returns whether someone else's host name resolves to this server, as in DNS rebinding. The browser then treats us as
 * part of that site.
 */
export function isFromUnknownHost(origin: string, target: RequestTarget, config: AddressSettings): boolean {
  return matchesHost(origin, target) && !isOwnHost(target.host, config);
}

const matchesHost = (origin: string, { host, protocol }: RequestTarget): boolean => origin === `${protocol}://${host}`;

// The owner of a host name can point it here. That's not possible with IP addresses.
function isOwnHost(host: string, config: AddressSettings): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return true;
  return hostname === 'localhost' || hostname === new URL(getPublicUrl(config)).hostname;
}
