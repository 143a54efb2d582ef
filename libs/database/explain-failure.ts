import { AppError } from '@ringwell/domain/errors/app-error';
import { ConfigError } from '@ringwell/platform/config/load-config';

import { isConnectionRefused, isDatabaseUnavailable, isDatabaseUnreachable } from './postgres/database-unavailable';
import { explainConnectionError } from './postgres/explain-connection-error';

/** The settings that determine where a process listens, for error messages. */
export interface ListenSettings {
  port: string;
  host: string;
}

export const API_LISTEN_SETTINGS: ListenSettings = { port: 'PORT or METRICS_PORT', host: 'HOST and METRICS_HOST' };
export const WORKER_LISTEN_SETTINGS: ListenSettings = { port: 'WORKER_METRICS_PORT', host: 'METRICS_HOST' };

/** Explains why a process exited: a sentence for errors that an operator can fix, or else the stack trace. */
export function explainFailure(error: unknown, listenSettings = API_LISTEN_SETTINGS): string {
  if (error instanceof AppError || error instanceof ConfigError) return error.message;
  if (isDatabaseUnreachable(error)) return "Couldn't connect to PostgreSQL. Start it, or check DATABASE_URL.";
  if (isConnectionRefused(error)) return `PostgreSQL refused the connection: ${error.message}. Check DATABASE_URL.`;
  if (!(error instanceof Error)) return String(error);
  const explanation = explainConnectionError(error);
  if (explanation !== undefined) return explanation;
  if (isDatabaseUnavailable(error)) return `PostgreSQL reports: ${error.message}`;
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code?.startsWith('ERR_PARSE_ARGS')) return error.message;
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the process using it, or set ${listenSettings.port}.`;
  if (code === 'EACCES' && port !== undefined)
    return `This user isn't allowed to listen on port ${port}. Set ${listenSettings.port} to a port above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}. Check ${listenSettings.host}.`;
  return error.stack ?? error.message;
}

/**
 * Prints why a command failed, and exits immediately. If DATABASE_URL lacks the password, the driver would otherwise
 * keep its connection open for a minute.
 */
export function exitWithFailure(message: string, error: unknown, exitCode = 1): never {
  process.stderr.write(`${message}: ${explainFailure(error)}\n`);
  process.exit(exitCode);
}
