import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { Resolver } from '@ringwell/platform/outbound/guarded-connector';
import { SafeHttp, type SafeHttpOptions } from '@ringwell/platform/outbound/safe-http';

export interface OutboundTarget {
  port: number;
  connections: number;
  requests: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[];
  respond: (request: IncomingMessage, response: ServerResponse) => void;
  url(path?: string): string;
  /** Returns a client that can only call public addresses, closed after the test. */
  createClient(options?: Partial<SafeHttpOptions>): SafeHttp;
  /** Returns a client that can also call this server. */
  createAllowedClient(options?: Partial<SafeHttpOptions>): SafeHttp;
}

/** Runs a plain HTTP server on this machine for each test in the suite. */
export function useOutboundTarget(): OutboundTarget {
  let server: Server;
  const clients: SafeHttp[] = [];
  const target: OutboundTarget = {
    port: 0,
    connections: 0,
    requests: [],
    respond: () => undefined,
    url: (path = '/') => `http://127.0.0.1:${target.port}${path}`,
    createClient: (options = {}) => {
      const created = new SafeHttp({ allow: [], ...options });
      clients.push(created);
      return created;
    },
    createAllowedClient: (options = {}) => target.createClient({ allow: [`127.0.0.1:${target.port}`], ...options }),
  };
  beforeEach(async () => {
    target.connections = 0;
    target.requests = [];
    target.respond = (_request, response) => {
      response.end('ok');
    };
    server = createServer((request, response) => {
      void text(request).then((body) => {
        target.requests.push({ method: request.method, url: request.url, headers: request.headers, body });
        target.respond(request, response);
      });
    });
    server.on('connection', () => {
      target.connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    target.port = (server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((created) => created.close()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return target;
}

/** Resolves each name lookup to the next list of addresses; the last list repeats. */
export function createResolver(...lookups: string[][]): Resolver {
  let count = 0;
  return (_hostname, _options, callback) => {
    const addresses = lookups[Math.min(count, lookups.length - 1)] ?? [];
    count += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}
