// Downloads one file, resuming an earlier attempt.
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { failureReason } from './http-client.mjs';

/** Gives up after this many consecutive attempts that received nothing. */
const MAX_ATTEMPTS = 5;
const RETRY_AFTER_MS = 2_000;

/** The server rejected the request, and a retry would get the same response. */
class DownloadRejectedError extends Error {}

/**
 * @typedef {object} ResumeInfo what's needed to resume a partial file
 * @property {string} url
 * @property {string} validator ETag or Last-Modified date, sent as If-Range
 * @property {number} total bytes
 */

/**
 * @typedef {object} DownloadOptions
 * @property {import('./http-client.mjs').HttpGet} get
 * @property {AbortSignal} signal
 * @property {(received: number) => void} onProgress called with the bytes received so far
 * @property {number} [retryAfterMs]
 */

/**
 * @param {string} url
 * @param {string} file resumed if partial, kept if complete
 * @param {DownloadOptions} options
 * @throws {Error} with the reason if the file can't be downloaded
 */
export async function download(url, file, { get, signal, onProgress, retryAfterMs = RETRY_AFTER_MS }) {
  for (let failures = 0; ;) {
    const sizeBefore = partialSize(file, url);
    try {
      return await attemptDownload(url, file, { get, signal, onProgress });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DownloadRejectedError || isDiskError(error)) throw error;
      failures = partialSize(file, url) > sizeBefore ? 1 : failures + 1;
      if (failures >= MAX_ATTEMPTS) throw new Error(failureReason(error), { cause: error });
      await sleep(retryAfterMs, undefined, { signal });
    }
  }
}

/**
 * @param {string} file @param {string} url
 * @returns {number} bytes that have already been downloaded
 */
export function partialSize(file, url) {
  return readResumeInfo(file, url) === undefined ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
}

/** @param {string} file */
export function discardDownload(file) {
  for (const path of [file, resumeInfoPath(file)]) rmSync(path, { force: true });
}

/** @param {string} url @param {string} file @param {DownloadOptions} options */
async function attemptDownload(url, file, { get, signal, onProgress }) {
  const resumeInfo = readResumeInfo(file, url);
  const downloadedBytes = partialSize(file, url);
  if (resumeInfo && downloadedBytes === resumeInfo.total) return onProgress(downloadedBytes);
  const range =
    resumeInfo && downloadedBytes > 0
      ? { range: `bytes=${downloadedBytes}-`, 'if-range': resumeInfo.validator }
      : undefined;
  const response = await get(url, { headers: { 'accept-encoding': 'identity', ...range }, signal });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    if (response.status === 416) discardDownload(file);
    const reason = `the server responded with status ${response.status}`;
    throw [408, 416, 429].includes(response.status) || response.status >= 500
      ? new Error(reason)
      : new DownloadRejectedError(reason);
  }
  const isPartial = response.status === 206;
  const start = isPartial ? downloadedBytes : 0;
  const total = start + Number(response.headers.get('content-length') ?? NaN);
  if (isPartial && !response.headers.get('content-range')?.startsWith(`bytes ${downloadedBytes}-`)) {
    await response.body.cancel();
    discardDownload(file);
    throw new Error('the server sent the wrong part of the file');
  }
  // Truncates the file before replacing its resume info: being killed in between could leave a mix of two files.
  const output = openSync(file, isPartial ? 'a' : 'w');
  try {
    if (!isPartial) writeResumeInfo(file, url, response, total);
    let received = start;
    onProgress(received);
    for await (const chunk of response.body) {
      for (let offset = 0; offset < chunk.length;) offset += writeSync(output, chunk, offset);
      received += chunk.length;
      onProgress(received);
    }
    if (received < total) throw new Error('the connection was interrupted');
  } finally {
    closeSync(output);
  }
}

/**
 * @param {string} file @param {string} url @param {import('undici').Response} response @param {number} total
 */
function writeResumeInfo(file, url, { headers }, total) {
  const etag = headers.get('etag');
  const validator = etag && !etag.startsWith('W/') ? etag : headers.get('last-modified');
  if (validator && Number.isFinite(total))
    writeFileSync(resumeInfoPath(file), JSON.stringify({ url, validator, total }));
  else rmSync(resumeInfoPath(file), { force: true });
}

/** @param {string} file @param {string} url @returns {ResumeInfo | undefined} undefined if the file can't be resumed */
function readResumeInfo(file, url) {
  try {
    const resumeInfo = JSON.parse(readFileSync(resumeInfoPath(file), 'utf8'));
    return resumeInfo.url === url ? resumeInfo : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function resumeInfoPath(file) {
  return `${file}.json`;
}

/** @param {unknown} error */
function isDiskError(error) {
  return error instanceof Error && 'syscall' in error && ['write', 'open'].includes(String(error.syscall));
}
