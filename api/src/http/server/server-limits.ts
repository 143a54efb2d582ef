import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const HEADERS_TIMEOUT_MS = 60_000;
const REQUEST_TIMEOUT_MS = 15 * 60_000; // 50 MB at 0.5 Mbit/s
const SOCKET_IDLE_TIMEOUT_MS = 60_000;
// Longer than the 60 s of common load balancers, which could otherwise send a request on a closing connection.
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/**
 * Closes slow and idle connections. Requests with `Expect: 100-continue` reach the routes before their body is
 * requested.
 */
export function applyServerLimits(server: Server): void {
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.setTimeout(SOCKET_IDLE_TIMEOUT_MS);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  );
}
