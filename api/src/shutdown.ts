import type { NestExpressApplication } from '@nestjs/platform-express';

import type { Logger } from '@ringwell/platform/logging/create-logger';
import type { StopTracing } from '@ringwell/platform/tracing/start-tracing';

// How long requests can keep running after the signal.
const DRAIN_TIMEOUT_MS = 10_000;
// Time for remaining cleanup, such as deleting a partial upload.
const CLEANUP_TIMEOUT_MS = 3_000;
const IDLE_SWEEP_INTERVAL_MS = 50;

/**
 * On SIGTERM or SIGINT, stops accepting connections, finishes running requests within a time limit, closes all stores,
 * flushes spans and exits.
 */
export function stopOnSignal(app: NestExpressApplication, logger: Logger, stopTracing: StopTracing): void {
  const handleSignal = (signal: NodeJS.Signals): void => {
    logger.info({ signal }, 'shutdown: started');
    const stopAll = async (): Promise<void> => {
      try {
        await shutDown(app, DRAIN_TIMEOUT_MS);
      } finally {
        await stopTracing();
      }
    };
    stopAll().then(
      () => {
        logger.info('shutdown: finished');
        // Node usually exits before this, once no work is left.
        setTimeout(() => process.exit(0), CLEANUP_TIMEOUT_MS).unref();
      },
      (err: unknown) => {
        logger.error({ err }, 'shutdown: failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, handleSignal);
}

/** Closes the API. Requests that are still running after `drainTimeoutMs` are cut off. */
export async function shutDown(app: NestExpressApplication, drainTimeoutMs: number): Promise<void> {
  const server = app.getHttpServer();
  const cutOffTimer = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
  // Node closes connections that are idle now, but not those that become idle later, when their request ends.
  const sweepTimer = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_INTERVAL_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cutOffTimer);
    clearInterval(sweepTimer);
  }
}
