import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { LocalServer } from './local-server';

export interface ProviderRequest {
  method: string;
  url: URL;
  /** Path and query as received, because the URL parser changes some characters. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * A response: objects are sent as JSON, strings and bytes as is. `hang` never responds, `break` closes the connection.
 * `raw` is written to the connection, including the headers; then it's closed, unless `staysOpen`.
 */
export type ProviderReply = 'hang' | 'break' | RawReply | FullReply;

interface FullReply {
  status?: number;
  headers?: Record<string, string>;
  body: object | string;
}

interface RawReply {
  raw: string;
  staysOpen?: boolean;
}

/** Responses with status 200 and a body that can't be read completely. */
export const BAD_BODIES: readonly (readonly [string, RawReply])[] = [
  ['is cut off', { raw: 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"ok":' }],
  ['is malformed', { raw: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nnonsense\r\n' }],
  ['never ends', { raw: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n', staysOpen: true }],
];
export const BAD_HEAD: RawReply = { raw: 'SSH-2.0-nonsense\r\n\r\n' };

/** A vendor's HTTP service on 127.0.0.1 that records its requests. */
export abstract class FakeHttpProvider<TRequest> extends LocalServer {
  readonly requests: TRequest[] = [];
  /** Called for every request. Replace it to make the vendor fail. */
  abstract reply: (request: TRequest) => ProviderReply;

  protected abstract read(request: ProviderRequest): Promise<TRequest>;

  /** Responds to requests that are irrelevant to most tests, so they aren't recorded. */
  protected replyUnrecorded(_request: ProviderRequest): ProviderReply | undefined {
    return undefined;
  }

  private async respond(rawRequest: ProviderRequest): Promise<ProviderReply> {
    const request = await this.read(rawRequest);
    this.requests.push(request);
    return this.reply(request);
  }

  protected async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = incoming;
    const url = new URL(incoming.url ?? '/', this.origin);
    const rawRequest = { method, url, target: incoming.url ?? '/', headers, body: await buffer(incoming) };
    const reply = this.replyUnrecorded(rawRequest) ?? (await this.respond(rawRequest));
    if (reply === 'hang') return;
    if (reply === 'break') {
      response.destroy();
      return;
    }
    if ('raw' in reply) {
      response.socket?.write(reply.raw, () => {
        if (!reply.staysOpen) response.destroy();
      });
      return;
    }
    const { body } = reply;
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    response.writeHead(reply.status ?? 200, {
      'content-type': isRaw ? 'text/plain' : 'application/json',
      ...reply.headers,
    });
    response.end(isRaw ? body : JSON.stringify(body));
  }
}
