import { isIPv4, isIPv6 } from 'node:net';

import type { Request } from 'express';

import { clientAddress } from '../request/client-address';

const MAPPED_IPV4 = '::ffff:';

/** Returns the network a request is counted under. */
export function getNetwork(request: Request): string {
  return clientNetwork(clientAddress(request) ?? '');
}

/**
 * Returns the network an address is counted under: the address itself for IPv4, and the /64 for IPv6, because a
 * single subscriber usually owns a whole /64.
 */
export function clientNetwork(address = ''): string {
  const [ip = ''] = address.toLowerCase().split('%');
  if (ip.startsWith(MAPPED_IPV4) && isIPv4(ip.slice(MAPPED_IPV4.length))) return ip.slice(MAPPED_IPV4.length);
  if (!isIPv6(ip)) return ip;
  const groups = ipv6Groups(ip);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return groups.slice(6).flatMap(toBytes).join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

// Returns the address's eight hexadecimal groups. `URL` normalizes addresses as in RFC 5952, but without a dotted tail.
function ipv6Groups(address: string): string[] {
  const [left = '', right = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const head = left ? left.split(':') : [];
  const tail = right ? right.split(':') : [];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail];
}

function toBytes(group: string): number[] {
  const value = parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
