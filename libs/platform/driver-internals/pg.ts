import { Socket } from 'node:net';

import type { Client } from 'pg';

// Private parts of `pg` clients. Each function throws when the installed `pg` does not have the field. `pg.int-spec.ts`
// names the version that they were checked with.

/** The TCP or TLS socket of a connection, at `client.connection.stream`. */
export function socketOf(client: Client): Socket {
  const { connection } = client as Partial<Client>;
  if (connection?.stream instanceof Socket) return connection.stream;
  throw missingField('client.connection.stream');
}

/** Whether the server is running a statement for the client, from `client._activeQuery`. Not for pipelined clients. */
export function hasActiveQuery(client: Client): boolean {
  if (!('_activeQuery' in client)) throw missingField('client._activeQuery');
  // Undefined after an idle client has looked for the next statement.
  return client._activeQuery !== null && client._activeQuery !== undefined;
}

/**
 * The statement timeout that the client asks PostgreSQL for, in milliseconds, from `client.connectionParameters`:
 * unlike the options, it includes parameters of the connection string. 0 for none.
 */
export function statementTimeoutOf(client: Client): number {
  const { connectionParameters } = client as { connectionParameters?: { statement_timeout?: unknown } };
  if (!connectionParameters || !('statement_timeout' in connectionParameters)) {
    throw missingField('client.connectionParameters.statement_timeout');
  }
  return Number(connectionParameters.statement_timeout) || 0;
}

function missingField(field: string): Error {
  return new Error(`The installed version of pg has no ${field}. Adapt libs/platform/driver-internals/pg.ts to it.`);
}
