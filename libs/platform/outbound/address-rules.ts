import { BlockList, isIP } from 'node:net';

// IPv4 ranges outside the public internet (IANA special-purpose registry, RFC 6890 and its updates): this network,
// private, carrier-grade NAT, loopback, link-local (where cloud providers serve credentials), protocol assignments,
// documentation, 6to4 relays, benchmarking, multicast, reserved and broadcast.
const NON_PUBLIC_IPV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

// Everything outside 2000::/3, the only global unicast range, and these parts of it: protocol assignments with Teredo,
// documentation and 6to4. This also blocks mapped IPv4 (::ffff:0:0/96), NAT64 (64:ff9b::/96), unique local, link-local
// and multicast.
const NON_PUBLIC_IPV6: readonly [string, number][] = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const nonPublicIpv4 = createBlockList('ipv4', NON_PUBLIC_IPV4);
const nonPublicIpv6 = createBlockList('ipv6', NON_PUBLIC_IPV6);

function createBlockList(family: 'ipv4' | 'ipv6', ranges: readonly [string, number][]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !nonPublicIpv4.check(address, 'ipv4');
  // A BlockList with IPv6 rules also matches mapped IPv4 addresses, so each family has its own list.
  return family === 6 && !nonPublicIpv6.check(address, 'ipv6');
}

/** Removes the brackets that IPv6 addresses have in URLs but not in sockets. */
export function removeBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
