import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

import { buildConnector } from 'undici';

import type { AppError } from '@ringwell/domain/errors/app-error';

import { getErrorCode } from './http-failure';
import type { OutboundAllowList } from './outbound-allow-list';
import { notPublic } from './outbound-error';
import { checkAddress } from './target-url';

/** Resolves a hostname to all its addresses, like `dns.lookup` with `all: true`. */
export type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface GuardOptions {
  allow: OutboundAllowList;
  resolve: Resolver;
  connectTimeoutMs: number;
}

/**
 * Creates an undici connector that only connects to allowed addresses. It checks the same address list that the socket
 * then uses, so DNS rebinding has no effect. TLS still verifies the certificate against the hostname. HTTP/1.1 only,
 * because an HTTP/2 connection would be reused without checking the addresses of later requests.
 */
export function createGuardedConnector({ allow, resolve, connectTimeoutMs }: GuardOptions): buildConnector.connector {
  const createAddressGuard =
    (protocol: string): AddressGuard =>
    (address, hostname) =>
      checkAddress(address, hostname, protocol, allow);
  const createConnector = (guard?: AddressGuard): buildConnector.connector =>
    buildConnector({ timeout: connectTimeoutMs, allowH2: false, lookup: createGuardedLookup(resolve, guard) });
  const connectors = {
    'https:': createConnector(createAddressGuard('https:')),
    'http:': createConnector(createAddressGuard('http:')),
  };
  const connectToAllowedTarget = createConnector();

  return (options, callback) => {
    const { hostname } = options;
    const protocol = options.protocol === 'https:' ? 'https:' : 'http:';
    const port = Number(options.port) || (protocol === 'https:' ? 443 : 80);
    if (allow.allowsTarget(hostname, port)) {
      connectToAllowedTarget(options, callback);
      return;
    }
    // Sockets don't call `lookup` for IP addresses.
    const rejection = isIP(hostname) > 0 ? createAddressGuard(protocol)(hostname, hostname) : undefined;
    if (rejection) callback(rejection, null);
    else connectors[protocol](options, callback);
  };
}

type AddressGuard = (address: string, hostname: string) => AppError | undefined;

// One blocked address blocks the name: legitimate names don't mix public and private addresses. Without a guard, the
// operator has allowed the target, so DNS errors are passed on unchanged.
function createGuardedLookup(resolve: Resolver, guard?: AddressGuard): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      const isUnknown = error ? getErrorCode(error) === 'ENOTFOUND' : !first;
      if (guard && isUnknown) callback(notPublic({ hostname }, error), []);
      else if (error || !first) callback(error ?? new Error('The hostname has no addresses.'), []);
      else {
        const rejection = addresses.map(({ address }) => guard?.(address, hostname)).find(Boolean);
        if (rejection) callback(rejection, []);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      }
    });
  };
}
