import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';

import type { Response } from 'express';

/**
 * Streams an answer whose status and headers are set. A client that leaves ends the source, and is no failure of ours: the
 * log of requests tells of it. A source that breaks off ends the connection, so that the answer does not look whole.
 * @throws the source's error
 */
export async function streamAnswer(response: Response, source: Readable, ...transforms: Duplex[]): Promise<void> {
  response.flushHeaders(); // from here on an error can only close the connection
  try {
    await pipeline([source, ...transforms, response]);
  } catch (error) {
    if (!hasClientLeft(error)) throw error;
  }
}

function hasClientLeft(error: unknown): boolean {
  return isNativeError(error) && (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
