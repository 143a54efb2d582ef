import { isIPv4 } from 'node:net';

import { withoutBrackets } from '../outbound/address-rules';
import { OutboundAllowList } from '../outbound/outbound-allow-list';

/**
 * Whether sign-ins at an issuer stay private on their way: by https, or on this machine or at a target of `OUTBOUND_ALLOW`.
 * Elsewhere anyone on the network path could read them.
 */
export function isPrivateIssuer(issuerUrl: string, outboundAllow: string[]): boolean {
  const { protocol, hostname: host, port } = new URL(issuerUrl);
  if (protocol === 'https:') return true;
  const hostname = withoutBrackets(host);
  const isLoopback =
    hostname === 'localhost' || hostname === '::1' || (isIPv4(hostname) && hostname.startsWith('127.'));
  const list = new OutboundAllowList(outboundAllow);
  return isLoopback || list.allowsTarget(hostname, Number(port) || 80) || list.allowsAddress(hostname);
}
