import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { listenLocally } from './local-server';

interface Link {
  client: Socket;
  upstream: Socket;
  isHung: boolean;
}

/** Forwards connections to a server, and can interrupt, restore, delay or reset them. */
export class TcpProxy {
  /** Applies to both directions. */
  delayMs = 0;
  /** Number of data chunks, across all connections, after which the current connection is reset. 0 means never. */
  resetEvery = 0;
  connections = 0;
  resets = 0;

  private readonly sockets = new Set<Socket>();
  private readonly links = new Set<Link>();
  private server?: Server;
  private port = 0;
  private chunkCount = 0;
  private isHanging = false;

  private constructor(private target: URL) {}

  static async start(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(url));
    await proxy.restore();
    return proxy;
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.toString();
  }

  /** Forwards new connections to another server. Existing connections keep theirs. */
  pointTo(url: string): void {
    this.target = new URL(url);
  }

  async cut(): Promise<void> {
    const { server } = this;
    if (!server?.listening) return;
    const closed = once(server, 'close');
    server.close();
    this.dropConnections();
    await closed;
  }

  /** Closes the current connections. New ones work. */
  dropConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async restore(): Promise<void> {
    const server = createServer((client) => this.handleClient(client));
    this.server = server;
    this.port = await listenLocally(server, this.port);
  }

  /**
   * Simulates a machine that vanished: no data arrives in either direction, and no connections are closed. New
   * connections are accepted but stay silent.
   * @param serverNoticesAfterMs when the server, whose keepalives only reach this proxy, would have noticed
   */
  hang(serverNoticesAfterMs: number): void {
    this.isHanging = true;
    const hungLinks = [...this.links];
    for (const link of hungLinks) link.isHung = true;
    setTimeout(() => hungLinks.forEach(({ upstream }) => upstream.destroy()), serverNoticesAfterMs).unref();
  }

  /** Lets new connections work again. Silent connections stay dead, as on a router that has dropped their state. */
  stopHanging(): void {
    this.isHanging = false;
  }

  private handleClient(client: Socket): void {
    this.track(client);
    if (this.isHanging) return;
    this.connections += 1;
    const upstream = connect(Number(this.target.port), this.target.hostname);
    this.track(upstream);
    const link: Link = { client, upstream, isHung: false };
    this.links.add(link);
    this.forward(link, client, upstream);
    this.forward(link, upstream, client);
  }

  private track(socket: Socket): void {
    this.sockets.add(socket);
    socket
      .setNoDelay(true)
      .on('error', () => undefined)
      .on('close', () => this.sockets.delete(socket));
  }

  // Chunks keep their order even if the delay changes.
  private forward(link: Link, from: Socket, to: Socket): void {
    let last = Promise.resolve();
    const enqueue = (step: () => void, delayMs = this.delayMs): void => {
      const dueAt = performance.now() + delayMs;
      last = last.then(async () => {
        const remainingMs = dueAt - performance.now();
        if (remainingMs > 0) await sleep(remainingMs);
        if (!link.isHung) step();
      });
    };
    from.on('data', (chunk: Buffer) => {
      this.chunkCount += 1;
      if (this.resetEvery > 0 && this.chunkCount % this.resetEvery === 0) {
        this.resets += 1;
        link.client.resetAndDestroy();
        link.upstream.destroy();
        return;
      }
      enqueue(() => {
        if (to.destroyed || to.write(chunk)) return;
        from.pause();
        to.once('drain', () => from.resume());
      });
    });
    from.on('end', () => enqueue(() => to.end()));
    from.on('close', () => {
      this.links.delete(link);
      enqueue(() => to.destroy());
    });
  }
}
