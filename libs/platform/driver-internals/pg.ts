import { Socket } from 'node:net';

import type { Client } from 'pg';

// Private parts of `pg` clients. Each function throws when the installed `pg` does not have the field. `pg.int-spec.ts`
// names the version that they were checked with.

/** The TCP or TLS socket of a connection, at `client.connection.stream`. */
export function getSocket(client: Client): Socket {
  const { connection } = client as Partial<Client>;
  if (connection?.stream instanceof Socket) return connection.stream;
  throw missingField('client.connection.stream');
}

/**
 * Whether the server is running a statement for the client, from `client._activeQuery`. Does not support pipelined
 * clients.
 */
export function hasActiveQuery(client: Client): boolean {
  if (!('_activeQuery' in client)) throw missingField('client._activeQuery');
  // Undefined after an idle client has looked for the next statement.
  return client._activeQuery !== null && client._activeQuery !== undefined;
}

function missingField(field: string): Error {
  return new Error(`The installed version of pg has no ${field}. Adapt libs/platform/driver-internals/pg.ts to it.`);
}
