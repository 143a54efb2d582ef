import { types } from 'node:util';

/**
 * SQLSTATE classes and codes that say "not now" rather than "not like this": connection exceptions (08), insufficient
 * resources (53), operator intervention such as a shutdown or a cancelled statement (57).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const AWAY_STATES = /^(08|53|57)[0-9A-Z]{3}$/;

/**
 * Not `isNeverSent` of libs/platform/outbound, which asks whether a request can have arrived: connections that broke
 * (`ECONNRESET`, `EPIPE`, `ETIMEDOUT`) do not count there. Here they do, as PostgreSQL is just as unavailable.
 */
const AWAY_SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** pg and its pool raise these without a code. */
const AWAY_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether an error of a query or a connection means that PostgreSQL cannot be used right now and may be again soon. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const cause = driverErrorOf(error);
  if (!types.isNativeError(cause)) return false;
  const { code } = cause as NodeJS.ErrnoException;
  if (typeof code === 'string' && (AWAY_STATES.test(code) || AWAY_SOCKET_CODES.has(code))) return true;
  return AWAY_MESSAGES.test(cause.message);
}

/** `query_canceled`: a statement ran into its time limit, or was told to stop. */
const STATEMENT_CANCELLED = '57014';

/** Whether PostgreSQL stopped a statement that took too long. To `isDatabaseUnavailable` that is one more way of being busy. */
export function isStatementCancelled(error: unknown): boolean {
  const cause = driverErrorOf(error);
  return types.isNativeError(cause) && (cause as NodeJS.ErrnoException).code === STATEMENT_CANCELLED;
}

/** TypeORM wraps what the driver threw in a query; what it throws while connecting comes bare. */
function driverErrorOf(error: unknown): unknown {
  return types.isNativeError(error) && 'driverError' in error ? error.driverError : error;
}
