import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

import type { Registry } from 'prom-client';

/**
 * Serves `GET /metrics` on a separate port, which operators keep inside their network, and `GET /live`, which responds
 * as long as the process is running, regardless of the database.
 */
export class MetricsServer {
  private readonly server: Server;

  constructor(private readonly registry: Registry) {
    this.server = createServer((request, response) => {
      this.respond(request, response).catch((error: unknown) => {
        response.destroy(error as Error);
      });
    });
  }

  /**
   * Starts the server; port 0 picks any free port. Returns the port.
   * @throws the socket's error, for example EADDRINUSE
   */
  async start(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(port, host, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    return (this.server.address() as AddressInfo).port;
  }

  // Closes scrapers' idle connections so that they don't delay the shutdown.
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await promisify(this.server.close.bind(this.server))();
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?', 1)[0];
    if (path !== '/metrics' && path !== '/live') {
      response.writeHead(404).end();
    } else if (request.method !== 'GET') {
      response.writeHead(405, { allow: 'GET' }).end();
    } else if (path === '/live') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('live\n');
    } else {
      const text = await this.registry.metrics();
      response.writeHead(200, { 'content-type': this.registry.contentType }).end(text);
    }
  }
}
