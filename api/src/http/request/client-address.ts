import { isIP } from 'node:net';

import type { NextFunction, Request, Response } from 'express';

// Prefix of IPv4 addresses on a dual-stack socket.
const MAPPED_IPV4 = /^::ffff:(?=[\d.]+$)/i;

// Address and port in the format that Azure and AWS gateways use, with IPv6 addresses in brackets.
const ADDRESS_WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/;

/**
 * Strips ports and quotes from addresses reported by proxies. Each connection has a different port and would otherwise
 * be treated as a different client. Must run before Express reads the addresses.
 */
export function dropForwardedPorts({ headers }: Request, _response: Response, next: NextFunction): void {
  const forwardedFor = headers['x-forwarded-for'];
  if (typeof forwardedFor === 'string') headers['x-forwarded-for'] = forwardedFor.split(',').map(stripPort).join(', ');
  next();
}

function stripPort(entry: string): string {
  const address = entry.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketedHost, plainHost] = ADDRESS_WITH_PORT.exec(address) ?? [];
  return bracketedHost ?? plainHost ?? address;
}

/** Stores the client's IP address, because it's gone once the socket closes. */
export function storeClientAddress(request: Request, response: Response, next: NextFunction): void {
  response.locals['address'] = clientAddress(request);
  next();
}

export function getStoredAddress({ locals }: Response): string | null {
  return (locals['address'] as string | null | undefined) ?? null;
}

/**
 * Returns the client's IP address according to `TRUST_PROXY`, with IPv4 addresses in their usual form. If a proxy
 * forwards an invalid address, returns the proxy's address.
 */
export function clientAddress({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string | null {
  const address = ip !== undefined && isIP(ip) !== 0 ? ip : socket.remoteAddress;
  return address?.replace(MAPPED_IPV4, '') ?? null;
}
