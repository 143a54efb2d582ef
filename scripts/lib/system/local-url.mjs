import { isIPv6 } from 'node:net';

const WILDCARD_ADDRESSES = ['0.0.0.0', '::'];

/**
 * @param {number} port
 * @param {string | undefined} host the `HOST` setting, an IP address
 * @returns {string} URL of the API on this machine
 */
export function localUrl(port, host) {
  const name = !host || WILDCARD_ADDRESSES.includes(host) ? 'localhost' : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}
