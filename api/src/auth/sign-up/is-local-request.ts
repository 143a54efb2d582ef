import { BlockList, isIPv6 } from 'node:net';

import type { Request } from 'express';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

/** The parts of a request that reveal its origin. */
export type Visitor = Pick<Request, 'socket' | 'headers'>;

/** Returns whether a request comes directly from the machine that runs the API, without a proxy. */
export function isLocalRequest({ socket, headers }: Visitor): boolean {
  if (FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return false;
  const { remoteAddress } = socket;
  return remoteAddress !== undefined && LOOPBACK.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
}
