import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** A client has this long to send the head of a request. */
const HEADERS_TIMEOUT_MS = 60_000;
/** And this long for all of it: 50 MB need 0.5 Mbit/s. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
/** A connection on which nothing moves is closed. */
const SOCKET_IDLE_TIMEOUT_MS = 60_000;
/** Longer than the 60 s of common load balancers, which would otherwise send a request into a closing connection. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** Closes slow and idle connections, and leaves it to the routes when a client that asked first may send its body. */
export function applyServerLimits(server: Server): void {
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.setTimeout(SOCKET_IDLE_TIMEOUT_MS);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  );
}
