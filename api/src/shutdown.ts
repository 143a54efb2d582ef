import type { NestExpressApplication } from '@nestjs/platform-express';

import type { Logger } from '@ringwell/platform/logging/create-logger';

/** Requests that run when the process is told to stop may take this much longer. */
const FINISH_WITHIN_MS = 10_000;
/** What is left after that, such as deleting half an upload. */
const CLEAN_UP_WITHIN_MS = 3_000;
const IDLE_SWEEP_INTERVAL_MS = 50;

/** On SIGTERM or SIGINT: takes no more connections, finishes running requests within a bound, closes everything, exits. */
export function stopOnSignal(app: NestExpressApplication, logger: Logger): void {
  const stop = (signal: NodeJS.Signals): void => {
    logger.info({ signal }, 'Stopping.');
    shutDown(app, FINISH_WITHIN_MS).then(
      () => {
        logger.info('Stopped.');
        setTimeout(() => process.exit(0), CLEAN_UP_WITHIN_MS).unref(); // usually there is nothing left and Node ends by itself
      },
      (err: unknown) => {
        logger.error({ err }, 'The API did not stop cleanly.');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
}

/** Closes the API; requests that are not done after `finishWithinMs` are cut off. */
export async function shutDown(app: NestExpressApplication, finishWithinMs: number): Promise<void> {
  const server = app.getHttpServer();
  const cutOff = setTimeout(() => server.closeAllConnections(), finishWithinMs);
  // Node closes the connections that are idle now, but not those that become idle once their request is done.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_INTERVAL_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cutOff);
    clearInterval(sweep);
  }
}
