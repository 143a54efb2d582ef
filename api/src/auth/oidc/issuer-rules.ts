import { isIPv4 } from 'node:net';

import type { Config } from '@ringwell/platform/config/settings';
import { withoutBrackets } from '@ringwell/platform/outbound/address-rules';
import { OutboundAllowList } from '@ringwell/platform/outbound/outbound-allow-list';

/**
 * Whether the issuer uses plain http, which is allowed only on loopback and for hosts in OUTBOUND_ALLOW: elsewhere
 * anyone on the network path could read sign-ins.
 * @throws Error when OIDC_ISSUER_URL is plain http on any other host
 */
export function isPlainHttpIssuer(issuer: URL, { OUTBOUND_ALLOW }: Pick<Config, 'OUTBOUND_ALLOW'>): boolean {
  if (issuer.protocol === 'https:') return false;
  const hostname = withoutBrackets(issuer.hostname);
  const isLoopback =
    hostname === 'localhost' || hostname === '::1' || (isIPv4(hostname) && hostname.startsWith('127.'));
  const list = new OutboundAllowList(OUTBOUND_ALLOW);
  if (isLoopback || list.allowsTarget(hostname, Number(issuer.port) || 80) || list.allowsAddress(hostname)) return true;
  throw new Error(
    'OIDC_ISSUER_URL: must be https. For a provider inside your network, add its host:port to OUTBOUND_ALLOW.',
  );
}
