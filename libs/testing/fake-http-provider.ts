import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

export interface ProviderRequest {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An answer: an object is sent as JSON, a text as it is. `hang` takes the request and never answers. */
export type ProviderReply = 'hang' | { status?: number; headers?: Record<string, string>; body: object | string };

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
    const request = await this.read({ method, url, headers, body: await buffer(incoming) });
    this.requests.push(request);
    const reply = this.reply(request);
    if (reply === 'hang') return;
    const isText = typeof reply.body === 'string';
    response.writeHead(reply.status ?? 200, { 'content-type': isText ? 'text/plain' : 'application/json', ...reply.headers });
    response.end(isText ? reply.body : JSON.stringify(reply.body));
  }
}
