import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Starts a server on 127.0.0.1, on a free port by default. @returns its port */
export async function listenLocally(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** An HTTP server on 127.0.0.1. */
export abstract class LocalServer {
  protected readonly server: HttpServer = createServer((request, response) => {
    this.handle(request, response).catch(() => response.destroy());
  });

  /** @param port a different port on each start by default */
  async start(port?: number): Promise<void> {
    this.server.keepAliveTimeout = 0; // a busy client could send a request late, while the connection is being closed
    await listenLocally(this.server, port);
  }

  /** Stops the server, even after a failed start. */
  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    await this.server[Symbol.asyncDispose]();
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  protected abstract handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}
