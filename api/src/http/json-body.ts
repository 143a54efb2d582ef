import type { Readable } from 'node:stream';
import type { IncomingHttpHeaders } from 'node:http';

import { AppError } from '@ringwell/domain/app-error';

import { requestAborted } from './request-aborted';

/** Many times what any request of ours needs. */
export const MAX_JSON_BYTES = 102_400;

type JsonRequest = Pick<Readable, 'iterator'> & { headers: IncomingHttpHeaders };

/**
 * Reads a JSON body. (Express's own parser reads a body that is too large to its end before it says so; this one says so
 * at the limit.)
 * @returns `undefined` for an empty body
 * @throws AppError `BODY_TOO_LARGE`, `MALFORMED_JSON`, `UNSUPPORTED_ENCODING`, `REQUEST_ABORTED`
 */
export async function readJsonBody(request: JsonRequest): Promise<unknown> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  if (encoding !== 'identity') {
    throw new AppError({ kind: 'unsupported_media', code: 'UNSUPPORTED_ENCODING', message: 'Compressed requests are not taken. Send the JSON as it is.' });
  }
  if (Number(length) > MAX_JSON_BYTES) throw bodyTooLarge();
  const bytes = await readAtMost(request, MAX_JSON_BYTES).catch((error: unknown) => {
    throw error instanceof AppError ? error : requestAborted(error);
  });
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (cause) {
    throw new AppError({
      kind: 'invalid', code: 'MALFORMED_JSON', message: 'The body is not valid JSON in UTF-8. Check quotes, commas and brackets.', cause,
    });
  }
}

async function readAtMost(request: JsonRequest, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Stopping early must leave the connection open: the answer goes out on it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw bodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function bodyTooLarge(): AppError {
  return new AppError({ kind: 'too_large', code: 'BODY_TOO_LARGE', message: `The JSON is larger than the ${MAX_JSON_BYTES / 1_024} kB that are taken.` });
}
