import { removeBrackets } from '../outbound/address-rules';
import { OutboundAllowList } from '../outbound/outbound-allow-list';
import { isLoopback } from './loopback';

/**
 * Whether sign-in traffic to an issuer is protected in transit: the issuer uses https, runs on this machine, or is
 * listed in `OUTBOUND_ALLOW`.
 */
export function isIssuerProtected(issuerUrl: string, outboundAllow: string[]): boolean {
  const url = new URL(issuerUrl);
  // Some systems resolve names under localhost through DNS.
  if (url.protocol === 'https:' || (isLoopback(url) && !url.hostname.endsWith('.localhost'))) return true;
  const hostname = removeBrackets(url.hostname);
  const list = new OutboundAllowList(outboundAllow);
  return list.allowsTarget(hostname, Number(url.port) || 80) || list.allowsAddress(hostname);
}
