import type { Readable } from 'node:stream';

import { AppError } from '@ringwell/domain/app-error';

/** How fast an upload must at least come in. */
export interface RateLimit {
  windowMs: number;
  bytesPerWindow: number;
}

/** 20 kB a second, seen over half a minute: a client that feeds us byte by byte cannot hold a connection for long. */
export const UPLOAD_RATE: RateLimit = { windowMs: 30_000, bytesPerWindow: 600_000 };

/**
 * Watches a body come in. A window in which we ourselves did not keep up is not held against the client.
 * @param onTooSlow called once, with AppError `UPLOAD_TOO_SLOW`
 * @returns ends the watch
 */
export function watchRate(body: Readable, { windowMs, bytesPerWindow }: RateLimit, onTooSlow: (error: AppError) => void): () => void {
  let bytes = 0;
  let wasPaused = false;
  const count = (chunk: Buffer): void => { bytes += chunk.length; };
  const notePause = (): void => { wasPaused = true; };
  const timer = setInterval(() => {
    if (bytes < bytesPerWindow && !wasPaused && !body.isPaused()) {
      stop();
      onTooSlow(new AppError({
        kind: 'invalid',
        code: 'UPLOAD_TOO_SLOW',
        message: `The recording arrives too slowly: at least ${Math.round(bytesPerWindow / windowMs)} kB a second are needed. Check the connection and send it again.`,
      }));
    }
    bytes = 0;
    wasPaused = body.isPaused();
  }, windowMs);
  const stop = (): void => {
    clearInterval(timer);
    body.off('data', count).off('pause', notePause);
  };
  body.on('data', count).on('pause', notePause);
  return stop;
}
