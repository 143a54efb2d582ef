import { isIP } from 'node:net';

import type { AppError } from '@ringwell/domain/errors/app-error';

import { isPublicAddress, removeBrackets } from './address-rules';
import type { OutboundAllowList } from './outbound-allow-list';
import { httpsOnly, notPublic, urlNotAllowed } from './outbound-error';

// Longer than any signed link seen in practice.
const MAX_URL_LENGTH = 4_096;

export interface TargetUrl {
  url: URL;
  hostname: string;
  port: number;
  /** Path and query for the request line. The query stays unchanged, because it may be signed. */
  path: string;
}

/**
 * Parses and checks an untrusted URL. The URL parser normalizes every IP address notation (decimal, octal, hexadecimal,
 * short, full width, mapped) before the check.
 * @param base base URL for resolving relative redirects
 * @throws AppError `URL_NOT_ALLOWED`
 */
export function parseTargetUrl(raw: string, allow: OutboundAllowList, base?: URL): TargetUrl {
  if (raw.length > MAX_URL_LENGTH)
    throw urlNotAllowed(`This URL is too long. Use ${MAX_URL_LENGTH} characters or fewer.`);
  if (!URL.canParse(raw, base?.href))
    throw urlNotAllowed('This is not a valid URL. Enter a full URL that starts with https://.');
  const url = new URL(raw, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw urlNotAllowed("This URL scheme isn't supported. Use a URL that starts with https://.");
  if (url.username || url.password) throw urlNotAllowed('This URL contains a user name or password. Remove it.');

  const target = {
    url,
    hostname: removeBrackets(url.hostname),
    port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    path: requestPath(url, raw),
  };
  const rejection = checkBeforeLookup(target, allow);
  if (rejection) throw rejection;
  return target;
}

function checkBeforeLookup({ url, hostname, port }: TargetUrl, allow: OutboundAllowList): AppError | undefined {
  if (allow.allowsTarget(hostname, port)) return undefined;
  if (isIP(hostname) > 0) return checkAddress(hostname, hostname, url.protocol, allow);
  // The hostname may still resolve to an allowed network; that's checked when connecting.
  return url.protocol === 'https:' || allow.hasNetworks ? undefined : httpsOnly({ hostname });
}

/**
 * Returns the error for an address we may not connect to, with `hostname` in its message, or `undefined` if it's
 * allowed.
 */
export function checkAddress(
  address: string,
  hostname: string,
  protocol: string,
  allow: OutboundAllowList,
): AppError | undefined {
  if (allow.allowsAddress(address)) return undefined;
  if (!isPublicAddress(address)) return notPublic({ hostname });
  return protocol === 'https:' ? undefined : httpsOnly({ hostname });
}

// The URL parser re-encodes some query characters. If the query has characters that aren't valid in a request line, use
// the re-encoded version.
function requestPath(url: URL, raw: string): string {
  const [withoutFragment = ''] = raw.split('#', 1);
  const start = withoutFragment.indexOf('?');
  const query = start < 0 ? '' : withoutFragment.slice(start);
  return url.pathname + (/^[\x21-\x7e]*$/.test(query) ? query : url.search);
}
