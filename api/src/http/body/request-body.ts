import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

import { invalid, tooLarge, unsupportedMedia, type AppError } from '@ringwell/domain/errors/app-error';

import { requestAborted } from './request-aborted';

export type BodyRequest = Readable & { headers: IncomingHttpHeaders };

export interface BodyLimit {
  name: string;
  maxBytes: number;
  /** Time limit for the whole body; 30 s by default. */
  timeoutMs?: number;
}

// Ten times what the largest body takes on a slow connection. Keeps clients that trickle bytes from tying up
// connections.
const BODY_TIMEOUT_MS = 30_000;

/**
 * Reads a small body. Express's parsers read an oversized body to the end; this fails at the limit.
 * @throws AppError `BODY_TOO_LARGE`, `BODY_TOO_SLOW`, `UNSUPPORTED_ENCODING`, `REQUEST_ABORTED`
 */
export async function readRequestBody(request: BodyRequest, limit: BodyLimit): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  if (encoding !== 'identity') {
    throw unsupportedMedia(
      'UNSUPPORTED_ENCODING',
      `Compressed requests aren't supported. Send the ${limit.name} uncompressed.`,
    );
  }
  if (Number(length) > limit.maxBytes) throw bodyTooLarge(limit);
  return await readAtMost(request, limit);
}

// Leaves the connection open so the response can be sent.
function readAtMost(request: BodyRequest, limit: BodyLimit): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (settle: () => void): void => {
      clearTimeout(timer);
      request.off('data', addChunk).off('end', finish).off('error', abort).off('close', abort).pause();
      settle();
    };
    const addChunk = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit.maxBytes) stop(() => reject(bodyTooLarge(limit)));
      else chunks.push(chunk);
    };
    const finish = (): void => stop(() => resolve(Buffer.concat(chunks, size)));
    const abort = (cause?: unknown): void => stop(() => reject(requestAborted(cause)));
    const timer = setTimeout(() => stop(() => reject(bodyTooSlow(limit))), limit.timeoutMs ?? BODY_TIMEOUT_MS);
    request.on('data', addChunk).on('end', finish).on('error', abort).on('close', abort);
    if (request.destroyed) abort(); // a destroyed stream emits no more events
  });
}

function bodyTooSlow({ name }: BodyLimit): AppError {
  return invalid('BODY_TOO_SLOW', `The ${name} arrived too slowly. Check your connection and send it again.`);
}

function bodyTooLarge({ name, maxBytes }: BodyLimit): AppError {
  return tooLarge('BODY_TOO_LARGE', `The ${name} is larger than ${maxBytes / 1_024} kB.`);
}
