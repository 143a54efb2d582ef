import { isIP } from 'node:net';

// The names that Express supports (https://expressjs.com/en/guide/behind-proxies.html).
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];
// Minimum network prefix length by IP version. The largest private networks are 10.0.0.0/8 and fc00::/7; larger
// ones include public addresses.
const MIN_PREFIX_BITS: Record<number, number> = { 4: 8, 6: 7 };
const BITS_BY_VERSION: Record<number, number> = { 4: 32, 6: 128 };

export const PROXY_RULE =
  'must be IP addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal; a proxy count is not accepted';

/** Whether a `TRUST_PROXY` entry is valid: an address, a network, or one of Express's named ranges. */
export function isProxy(entry: string): boolean {
  if (NAMED_RANGES.includes(entry)) return true;
  const [address = '', prefix, ...extraParts] = entry.split('/');
  const [minPrefix, bits] = [MIN_PREFIX_BITS[isIP(address)], BITS_BY_VERSION[isIP(address)]];
  if (minPrefix === undefined || bits === undefined || extraParts.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= minPrefix && Number(prefix) <= bits);
}
