import { isIP } from 'node:net';

import type { NextFunction, Request, Response } from 'express';

// Prefix of IPv4 addresses on a dual-stack socket.
const MAPPED_IPV4 = /^::ffff:(?=[\d.]+$)/i;

// Address and port, in the format of gateways such as those of Azure and AWS; IPv6 in brackets.
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/;

/**
 * Removes ports and quotes from the addresses that proxies report: each connection has another port, so each would
 * count as another client. Must run before Express reads them.
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

/** Remembers the client's network address, which a closed socket no longer has. */
export function rememberClientAddress(request: Request, response: Response, next: NextFunction): void {
  response.locals['address'] = clientAddress(request);
  next();
}

/** The network address of this response's client. */
export function rememberedAddress({ locals }: Response): string | null {
  return (locals['address'] as string | null | undefined) ?? null;
}

/**
 * The client's network address according to `TRUST_PROXY`; IPv4 addresses in their usual form. If a proxy forwards
 * something other than an address, the proxy's own.
 */
export function clientAddress({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string | null {
  const address = ip !== undefined && isIP(ip) !== 0 ? ip : socket.remoteAddress;
  return address?.replace(MAPPED_IPV4, '') ?? null;
}
