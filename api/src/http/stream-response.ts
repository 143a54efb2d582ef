import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';

import type { Response } from 'express';

/**
 * Streams a response whose status and headers have been set. If the source fails, the connection is closed so the
 * response doesn't look complete. If the client disconnects, the source is closed without an error, and the request log
 * shows the disconnect.
 * @throws the source's error
 */
export async function streamResponse(response: Response, source: Readable, ...transforms: Duplex[]): Promise<void> {
  // Since Node.js 24, a pipeline into a closed response throws and leaves its source open.
  if (response.destroyed) {
    source.destroy();
    return;
  }
  response.flushHeaders(); // from here on, an error can only close the connection
  try {
    await pipeline([source, ...transforms, response]);
  } catch (error) {
    if (!isClientDisconnect(error)) throw error;
  }
}

function isClientDisconnect(error: unknown): boolean {
  return isNativeError(error) && (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
