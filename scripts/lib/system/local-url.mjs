import { isIPv6 } from 'node:net';

/** Listening on these addresses includes `localhost`. */
const EVERY_ADDRESS = ['0.0.0.0', '::'];

/**
 * @param {number} port
 * @param {string | undefined} host setting `HOST`, an IP address
 * @returns {string} URL of the API on this machine
 */
export function localUrl(port, host) {
  const name = !host || EVERY_ADDRESS.includes(host) ? 'localhost' : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}
