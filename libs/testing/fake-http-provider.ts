import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

export interface ProviderRequest {
  method: string;
  url: URL;
  /** Path and query as they came: the URL parser writes some characters in another way. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An answer: an object is sent as JSON, text and bytes as they are. `hang` takes the request and never answers, `break` closes the connection. */
export type ProviderReply = 'hang' | 'break' | { status?: number; headers?: Record<string, string>; body: object | string };

/** A vendor's HTTP service on 127.0.0.1 that notes what it was asked and answers as told. */
export abstract class FakeHttpProvider<TRequest> {
  readonly requests: TRequest[] = [];
  /** Called for every request; replace it to make the vendor fail. */
  abstract reply: (request: TRequest) => ProviderReply;

  private readonly server: Server = createServer((request, response) => {
    this.answer(request, response).catch(() => response.destroy());
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await promisify(this.server.close.bind(this.server))();
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What the vendor understands of a request. */
  protected abstract read(request: ProviderRequest): Promise<TRequest>;

  private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = incoming;
    const url = new URL(incoming.url ?? '/', this.origin);
    const request = await this.read({ method, url, target: incoming.url ?? '/', headers, body: await buffer(incoming) });
    this.requests.push(request);
    const reply = this.reply(request);
    if (reply === 'hang') return;
    if (reply === 'break') {
      response.destroy();
      return;
    }
    const { body } = reply;
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    response.writeHead(reply.status ?? 200, { 'content-type': isRaw ? 'text/plain' : 'application/json', ...reply.headers });
    response.end(isRaw ? body : JSON.stringify(body));
  }
}
