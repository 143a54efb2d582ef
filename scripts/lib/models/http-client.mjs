// HTTP for downloads, through the proxies that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name.
import { CliError, errorCode, errorMessage } from '../errors.mjs';
import { installPackages } from '../install/packages.mjs';

const STALLED_AFTER_MS = 30_000;

/**
 * @typedef {(url: string, options: { headers?: Record<string, string>, signal: AbortSignal }) => Promise<import('undici').Response>} HttpGet
 */

/**
 * A connection that delivers nothing for `stalledAfterMs` fails.
 * @param {AbortSignal} signal @param {number} [stalledAfterMs]
 * @returns {Promise<HttpGet>}
 */
export async function createHttpGet(signal, stalledAfterMs = STALLED_AFTER_MS) {
  const { EnvHttpProxyAgent, fetch } = await importUndici(signal);
  const dispatcher = new EnvHttpProxyAgent({
    headersTimeout: stalledAfterMs,
    bodyTimeout: stalledAfterMs,
    connectTimeout: stalledAfterMs,
  });
  return (url, options) => fetch(url, { ...options, dispatcher });
}

/** Node's own fetch does not support proxies before version 24. @param {AbortSignal} signal */
async function importUndici(signal) {
  try {
    return await import('undici');
  } catch {
    await installPackages(signal);
    return import('undici');
  }
}

/** @param {unknown} error of an HttpGet @returns {string} the reason in a few words */
export function reasonOf(error) {
  if (error instanceof CliError) return error.message;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // The error has no message when several addresses were tried.
  return errorMessage(cause) || errorCode(cause) || 'the connection failed';
}
