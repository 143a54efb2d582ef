import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

import { AppError } from '@ringwell/domain/app-error';

import { requestAborted } from './request-aborted';

/** What is read of a request. */
export type BodyRequest = Readable & { headers: IncomingHttpHeaders };

export interface BodyLimit {
  /** What the body is, in messages. */
  name: string;
  maxBytes: number;
  /** How long the whole of it may take to arrive; half a minute unless said otherwise. */
  arriveWithinMs?: number;
}

/** A slow telephone line needs a tenth of it for the largest. Who sends byte by byte could hold a connection for long. */
const ARRIVE_WITHIN_MS = 30_000;

/**
 * Reads a body that is small by nature. (Express's own parsers read a body that is too large to its end before they say so;
 * this one says so at the limit.)
 * @throws AppError `BODY_TOO_LARGE`, `BODY_TOO_SLOW`, `UNSUPPORTED_ENCODING`, `REQUEST_ABORTED`
 */
export async function readRequestBody(request: BodyRequest, limit: BodyLimit): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  if (encoding !== 'identity') {
    throw new AppError({
      kind: 'unsupported_media',
      code: 'UNSUPPORTED_ENCODING',
      message: `Compressed requests are not taken. Send the ${limit.name} as it is.`,
    });
  }
  if (Number(length) > limit.maxBytes) throw bodyTooLarge(limit);
  return await readAtMost(request, limit);
}

/** However it ends, the connection stays open: the answer goes out on it. */
function readAtMost(request: BodyRequest, limit: BodyLimit): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (settle: () => void): void => {
      clearTimeout(timer);
      request.off('data', take).off('end', finish).off('error', abort).off('close', abort).pause();
      settle();
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit.maxBytes) stop(() => reject(bodyTooLarge(limit)));
      else chunks.push(chunk);
    };
    const finish = (): void => stop(() => resolve(Buffer.concat(chunks, size)));
    const abort = (cause?: unknown): void => stop(() => reject(requestAborted(cause)));
    const timer = setTimeout(() => stop(() => reject(bodyTooSlow(limit))), limit.arriveWithinMs ?? ARRIVE_WITHIN_MS);
    request.on('data', take).on('end', finish).on('error', abort).on('close', abort);
    if (request.destroyed) abort(); // it will not say so again
  });
}

function bodyTooSlow({ name }: BodyLimit): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'BODY_TOO_SLOW',
    message: `The ${name} arrives too slowly. Check the connection and send it again.`,
  });
}

function bodyTooLarge({ name, maxBytes }: BodyLimit): AppError {
  return new AppError({
    kind: 'too_large',
    code: 'BODY_TOO_LARGE',
    message: `The ${name} is larger than the ${maxBytes / 1_024} kB that are taken.`,
  });
}
