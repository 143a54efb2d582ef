import { Socket } from 'node:net';

import type { Client } from 'pg';

// Internals of `pg` clients. Each function throws if the installed `pg` lacks the field. `pg.int-spec.ts` records
// the version these were tested against.

/** Returns the TCP or TLS socket of a connection, at `client.connection.stream`. */
export function getSocket(client: Client): Socket {
  const { connection } = client as Partial<Client>;
  if (connection?.stream instanceof Socket) return connection.stream;
  throw missingField('client.connection.stream');
}

/**
 * Whether the server is running a statement for the client, from `client._activeQuery`. Doesn't support pipelined
 * clients.
 */
export function hasActiveQuery(client: Client): boolean {
  if (!('_activeQuery' in client)) throw missingField('client._activeQuery');
  // Undefined once the client has checked its queue and found it empty.
  return client._activeQuery !== null && client._activeQuery !== undefined;
}

function missingField(field: string): Error {
  return new Error(`The installed version of pg has no ${field}. Update libs/platform/driver-internals/pg.ts.`);
}
