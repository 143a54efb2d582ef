import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Both ends of one connection, and whether it still carries anything. */
interface Link {
  client: Socket;
  upstream: Socket;
  isDead: boolean;
}

/** Stands between a program and a server, so that a test can take the server away, bring it back, and make the way to it bad. */
export class TcpProxy {
  /** Everything arrives so much later, in both directions. */
  delayMs = 0;
  /** Every so many pieces of data, whatever their connection, the one that carries it is reset. 0 for never. */
  resetEvery = 0;
  /** Connections so far, and those of them that were reset. */
  connections = 0;
  resets = 0;

  private readonly sockets = new Set<Socket>();
  private readonly links = new Set<Link>();
  private server?: Server;
  private port = 0;
  private pieces = 0;
  private isHanging = false;

  private constructor(private target: URL) {}

  static async to(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(url));
    await proxy.restore();
    return proxy;
  }

  /** The target's URL with the proxy's host and port. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.toString();
  }

  /** Leads new connections to another server; those that are there stay. */
  pointTo(url: string): void {
    this.target = new URL(url);
  }

  /** Breaks every connection and refuses new ones. */
  async cut(): Promise<void> {
    const { server } = this;
    if (!server?.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Takes connections again, on the same port. */
  async restore(): Promise<void> {
    const server = createServer((client) => this.accept(client));
    this.server = server;
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
  }

  /**
   * As a machine that vanished: nothing arrives any more, in either direction, and no connection is closed. New ones are taken and
   * stay silent.
   * @param serverNoticesAfterMs when the server, whose keepalives reach only this proxy, would have found out
   */
  hang(serverNoticesAfterMs: number): void {
    this.isHanging = true;
    const hung = [...this.links];
    for (const link of hung) link.isDead = true;
    setTimeout(() => hung.forEach(({ upstream }) => upstream.destroy()), serverNoticesAfterMs).unref();
  }

  /** New connections work again. Those that hung stay dead, as behind a router that has forgotten them. */
  heal(): void {
    this.isHanging = false;
  }

  private accept(client: Socket): void {
    this.keep(client);
    if (this.isHanging) return;
    this.connections += 1;
    const upstream = connect(Number(this.target.port), this.target.hostname);
    this.keep(upstream);
    const link: Link = { client, upstream, isDead: false };
    this.links.add(link);
    this.carry(link, client, upstream);
    this.carry(link, upstream, client);
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket
      .setNoDelay(true)
      .on('error', () => undefined)
      .on('close', () => this.sockets.delete(socket));
  }

  /** One direction of a connection. Pieces keep their order although the delay may change. */
  private carry(link: Link, from: Socket, to: Socket): void {
    let last = Promise.resolve();
    const next = (step: () => void, delayMs = this.delayMs): void => {
      const dueAt = performance.now() + delayMs;
      last = last.then(async () => {
        const leftMs = dueAt - performance.now();
        if (leftMs > 0) await sleep(leftMs);
        if (!link.isDead) step();
      });
    };
    from.on('data', (piece: Buffer) => {
      this.pieces += 1;
      if (this.resetEvery > 0 && this.pieces % this.resetEvery === 0) {
        this.resets += 1;
        link.client.resetAndDestroy();
        link.upstream.destroy();
        return;
      }
      next(() => {
        if (to.destroyed || to.write(piece)) return;
        from.pause();
        to.once('drain', () => from.resume());
      });
    });
    from.on('end', () => next(() => to.end()));
    from.on('close', () => {
      this.links.delete(link);
      next(() => to.destroy());
    });
  }
}
