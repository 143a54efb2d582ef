import { types } from 'node:util';

import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

import { findCertificateProblem } from '@ringwell/platform/certificate-problem';

// SQLSTATE classes for temporary problems: connection exceptions (08), insufficient resources (53) and operator
// intervention (57), such as a shutdown or a canceled statement. 25P03 ends a connection stuck in a transaction, and
// 25006 comes from a primary that has become a standby.
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNAVAILABLE_SQLSTATES = /^((08|53|57)[0-9A-Z]{3}|25006|25P03)$/;

// Unlike `wasNeverSent` in libs/platform/outbound, this includes broken connections (`ECONNRESET`, `EPIPE`,
// `ETIMEDOUT`): a request may have arrived, but PostgreSQL is still unavailable.
const UNREACHABLE_SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

// The subset that means there's no connection: connection exceptions, and a server starting or stopping.
const UNREACHABLE_SQLSTATES = /^(08[0-9A-Z]{3}|57P0[1-3])$/;

const UNREACHABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

// Both come from pg-pool: while connecting, and while waiting for a free connection.
const CONNECTION_TIMEOUT = /^(Connection terminated due to connection timeout|timeout exceeded when trying to connect)/;

/** Whether an error from a query or connection means that PostgreSQL is temporarily unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // TypeORM releases a transaction's query runner if its connection drops between two statements.
  if (error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError)
    return true;
  return (
    isDatabaseUnreachable(error) ||
    isConnectionRefused(error) ||
    findCertificateProblem(error) !== undefined ||
    UNAVAILABLE_SQLSTATES.test(getDriverErrorCode(error))
  );
}

/** Whether there's no connection to PostgreSQL. `isDatabaseUnavailable` is also true for these errors. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const cause = unwrapDriverError(error);
  if (!types.isNativeError(cause)) return false;
  const code = getDriverErrorCode(cause);
  return (
    UNREACHABLE_SQLSTATES.test(code) || UNREACHABLE_SOCKET_CODES.has(code) || UNREACHABLE_MESSAGES.test(cause.message)
  );
}

/** Whether PostgreSQL didn't respond to a new connection in time. `isDatabaseUnreachable` is true for these, too. */
export function isConnectionTimeout(error: unknown): boolean {
  return types.isNativeError(error) && CONNECTION_TIMEOUT.test(error.message);
}

// `query_canceled`: after the statement timeout, or on request.
const QUERY_CANCELED = '57014';

/**
 * Whether PostgreSQL canceled a statement that took too long. `isDatabaseUnavailable` is also true for these errors.
 */
export function isStatementCanceled(error: unknown): boolean {
  return getDriverErrorCode(error) === QUERY_CANCELED;
}

// Invalid user or password (class 28), no such database (3D000).
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const REFUSED_SQLSTATES = /^(28[0-9A-Z]{3}|3D000)$/;

/** Whether PostgreSQL rejects this process's login; the error's message names the user or database. */
export function isConnectionRefused(error: unknown): error is Error {
  return types.isNativeError(error) && REFUSED_SQLSTATES.test((error as NodeJS.ErrnoException).code ?? '');
}

// The SQLSTATE or a system error's code; otherwise ''.
function getDriverErrorCode(error: unknown): string {
  const cause = unwrapDriverError(error);
  return (types.isNativeError(cause) && (cause as NodeJS.ErrnoException).code) || '';
}

// TypeORM wraps query errors, but not connection errors.
function unwrapDriverError(error: unknown): unknown {
  return types.isNativeError(error) && 'driverError' in error ? error.driverError : error;
}
