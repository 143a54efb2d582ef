import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

import { listenLocally } from './local-server';

// All others are rejected: https://www.pgbouncer.org/config.html#ignore_startup_parameters
const SUPPORTED_PARAMETERS = [
  'user',
  'database',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
  'application_name',
];

/** A proxy in front of PostgreSQL that rejects unknown startup parameters, like PgBouncer in session mode. */
export class Pooler {
  private readonly server: Server = createServer((client) => this.handleClient(client));
  private port = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly target: URL) {}

  static async start(url: string): Promise<Pooler> {
    const pooler = new Pooler(new URL(url));
    pooler.port = await listenLocally(pooler.server);
    return pooler;
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.toString();
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private handleClient(client: Socket): void {
    this.track(client).once('data', (start: Buffer) => {
      const unsupported = parseParameters(start).find((name) => !SUPPORTED_PARAMETERS.includes(name.toLowerCase()));
      if (unsupported !== undefined) {
        client.end(buildErrorMessage(`unsupported startup parameter: ${unsupported}`));
        return;
      }
      const upstream = this.track(connect(Number(this.target.port), this.target.hostname));
      upstream.write(start);
      client.pipe(upstream).pipe(client);
    });
  }

  private track(socket: Socket): Socket {
    this.sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
  }
}

// Length and version, then names and values: https://www.postgresql.org/docs/current/protocol-message-formats.html
function parseParameters(start: Buffer): string[] {
  const strings = start.subarray(8).toString().split('\0');
  return strings.filter((word, index) => index % 2 === 0 && word !== '');
}

function buildErrorMessage(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}
