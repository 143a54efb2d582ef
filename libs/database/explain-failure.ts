import { AppError } from '@ringwell/domain/app-error';
import { ConfigError } from '@ringwell/platform/config/load-config';

import { isConnectionRefused, isDatabaseUnavailable } from './postgres/database-unavailable';

/** Why a process ended: a sentence for errors that an operator can fix, the stack trace for all others. */
export function explainFailure(error: unknown): string {
  if (error instanceof AppError || error instanceof ConfigError) return error.message;
  if (isDatabaseUnavailable(error)) return "Couldn't connect to PostgreSQL. Start it, or check DATABASE_URL.";
  if (isConnectionRefused(error)) return `PostgreSQL refused the connection: ${error.message}. Check DATABASE_URL.`;
  if (!(error instanceof Error)) return String(error);
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the program that uses it, or set PORT or METRICS_PORT.`;
  if (code === 'EACCES' && port !== undefined)
    return `This user may not listen on port ${port}. Set PORT or METRICS_PORT to a port above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}. Check HOST and METRICS_HOST.`;
  return error.stack ?? error.message;
}
