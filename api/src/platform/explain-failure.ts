import { isDatabaseUnavailable } from '@ringwell/database/postgres/database-unavailable';
import { AppError } from '@ringwell/domain/app-error';
import { ConfigError } from '@ringwell/platform/config/load-config';

/** Why a process cannot do its work: a sentence for what an operator can mend, everything for the rest. */
export function explainFailure(error: unknown): string {
  if (error instanceof AppError || error instanceof ConfigError) return error.message;
  if (isDatabaseUnavailable(error)) return 'PostgreSQL cannot be reached. Start it, or check DATABASE_URL.';
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the program that uses it, or choose another one with PORT or METRICS_PORT.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this account. Choose one above 1023 with PORT or METRICS_PORT.`;
  return error.stack ?? error.message;
}
