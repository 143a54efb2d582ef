// HTTP for downloads, through the proxies set in HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
import { CliError, errorCode, errorMessage } from '../errors.mjs';
import { installPackages } from '../install/packages.mjs';

const STALLED_AFTER_MS = 30_000;

/**
 * @typedef {(url: string, options: { headers?: Record<string, string>, signal: AbortSignal }) => Promise<import('undici').Response>} HttpGet
 */

/**
 * Requests fail if no data arrives for `stalledAfterMs`.
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

/** Node's own fetch doesn't support proxies before version 24. @param {AbortSignal} signal */
async function importUndici(signal) {
  try {
    return await import('undici');
  } catch {
    await installPackages(signal);
    return import('undici');
  }
}

/** @param {unknown} error from an HttpGet @returns {string} the reason in a few words */
export function failureReason(error) {
  if (error instanceof CliError) return error.message;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // The error has no message if several addresses were tried.
  return errorMessage(cause) || errorCode(cause) || 'the connection failed';
}
