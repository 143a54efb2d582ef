import { isIP } from 'node:net';

import type { NextFunction, Request, Response } from 'express';

// How a dual-stack socket names IPv4 addresses.
const MAPPED_IPV4 = /^::ffff:(?=[\d.]+$)/i;

// Address and port, as gateways such as those of Azure and AWS report them; IPv6 in brackets.
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/;

/**
 * Removes ports and quotes from the addresses that proxies report: each connection has another port, so each would count
 * as another client. Comes before Express reads them.
 */
export function dropForwardedPorts({ headers }: Request, _response: Response, next: NextFunction): void {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(', ');
  next();
}

function withoutPort(entry: string): string {
  const address = entry.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed, named] = WITH_PORT.exec(address) ?? [];
  return bracketed ?? named ?? address;
}

/** Remembers the network address of the client, which a closed socket no longer knows. */
export function rememberClientAddress(request: Request, response: Response, next: NextFunction): void {
  response.locals['address'] = clientAddress(request);
  next();
}

/** The address of the client of this response. */
export function rememberedAddress({ locals }: Response): string | null {
  return (locals['address'] as string | null | undefined) ?? null;
}

/**
 * The network address of the client, by `TRUST_PROXY`; IPv4 addresses in their usual form. Where a proxy forwards something
 * else than an address, that of the proxy.
 */
export function clientAddress({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string | null {
  const address = ip !== undefined && isIP(ip) !== 0 ? ip : socket.remoteAddress;
  return address?.replace(MAPPED_IPV4, '') ?? null;
}
