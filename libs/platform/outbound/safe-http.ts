import { lookup as dnsLookup } from 'node:dns';
import { pipeline, type Readable } from 'node:stream';

import { Agent, type Dispatcher } from 'undici';

import { BoundedBody } from './bounded-body';
import { Deadline } from './deadline';
import { createGuardedConnector, type Resolver } from './guarded-connector';
import { OutboundAllowList } from './outbound-allow-list';
import { responseTooLarge, statusError, tooManyRedirects, toUnconfirmed } from './outbound-error';
import { readStart } from './read-start';
import { parseTargetUrl, type TargetUrl } from './target-url';
import { watchSending } from './watch-sending';

export interface SafeHttpOptions {
  /**
   * `OUTBOUND_ALLOW`: targets as `host:port` and networks in CIDR notation that requests may reach even if they're
   * private or use plain http.
   */
  allow: string[];
  lookup?: Resolver;
  connectTimeoutMs?: number;
  /** Maximum wait for the response headers, or for the next chunk of the body. */
  idleTimeoutMs?: number;
}

export interface OutboundRequest {
  headers?: Record<string, string>;
  /** Aborts the request, which then rejects with the signal's reason. */
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Size limit for the response body: a larger download fails; the rest of a larger POST response is not read. */
  maxBytes?: number;
  maxRedirects?: number;
}

export interface OutboundPost extends OutboundRequest {
  body: string | Uint8Array;
}

type ResponseHeaders = Dispatcher.ResponseData['headers'];

export interface OutboundDownload {
  /** 2xx. */
  status: number;
  headers: ResponseHeaders;
  /** Fails with an AppError. Destroy it if you stop reading early. */
  body: Readable;
}

export interface OutboundResponse {
  status: number;
  headers: ResponseHeaders;
  /** At most the first `maxBytes`; less if the connection dropped or the body couldn't be read. */
  body: string;
}

const DEFAULTS = {
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  downloadTimeoutMs: 10 * 60_000,
  downloadMaxBytes: 50 * 1_048_576,
  postTimeoutMs: 30_000,
  postMaxBytes: 64 * 1_024,
  maxRedirects: 3,
};
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/**
 * HTTP client for URLs that users entered (recording links, callbacks, webhooks). It prevents SSRF: https and public
 * addresses only, redirects checked. Each request opens a new connection, so that every address is checked and no
 * request is lost on a connection that has just closed.
 *
 * Throws AppError: `URL_NOT_ALLOWED`, `RESPONSE_TOO_LARGE`, `OUTBOUND_TIMEOUT`, `OUTBOUND_UNREACHABLE`,
 * `OUTBOUND_UNCONFIRMED` for POST, and errors from `statusError` for non-2xx responses. Error messages contain only a
 * URL's host.
 */
export class SafeHttp {
  private readonly allow: OutboundAllowList;
  private readonly agent: Agent;

  /** @throws Error if an entry in `allow` is invalid */
  constructor(options: SafeHttpOptions) {
    this.allow = new OutboundAllowList(options.allow);
    const idleTimeoutMs = options.idleTimeoutMs ?? DEFAULTS.idleTimeoutMs;
    this.agent = new Agent({
      connect: createGuardedConnector({
        allow: this.allow,
        resolve: options.lookup ?? dnsLookup,
        connectTimeoutMs: options.connectTimeoutMs ?? DEFAULTS.connectTimeoutMs,
      }),
      pipelining: 0, // no keep-alive
      headersTimeout: idleTimeoutMs,
      bodyTimeout: idleTimeoutMs,
    });
  }

  /**
   * Checks a URL before it is saved, without DNS: form, length, scheme, credentials, and IP addresses in every
   * notation.
   */
  assertAllowedUrl(url: string): void {
    parseTargetUrl(url, this.allow);
  }

  /**
   * Downloads a file. Follows redirects, three by default, and checks each; only the first origin receives the headers.
   */
  async download(url: string, request: OutboundRequest = {}): Promise<OutboundDownload> {
    let target = parseTargetUrl(url, this.allow);
    const deadline = new Deadline(request.timeoutMs ?? DEFAULTS.downloadTimeoutMs, request.signal);
    const { maxRedirects = DEFAULTS.maxRedirects } = request;
    try {
      const { origin } = target.url;
      for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
        const response = await this.send(
          'GET',
          target,
          deadline,
          target.url.origin === origin ? request.headers : undefined,
        );
        const location = getRedirect(response);
        if (location === undefined)
          return this.openBody(response, target, deadline, request.maxBytes ?? DEFAULTS.downloadMaxBytes);
        discardBody(response.body);
        target = parseTargetUrl(location, this.allow, target.url);
      }
      throw tooManyRedirects(target);
    } catch (error) {
      deadline.end();
      throw deadline.explain(error, target);
    }
  }

  /**
   * Sends a message. Resolves for every status, including redirects, which aren't followed; `statusError` converts a
   * non-2xx status to an error. A body that is cut off, malformed or endless isn't a failure.
   */
  async post(url: string, request: OutboundPost): Promise<OutboundResponse> {
    const target = parseTargetUrl(url, this.allow);
    const deadline = new Deadline(request.timeoutMs ?? DEFAULTS.postTimeoutMs, request.signal);
    const { dispatcher, wasSent } = watchSending(this.agent);
    try {
      const response = await this.send('POST', target, deadline, request.headers, request.body, dispatcher);
      const { text: body } = await readStart(response.body, request.maxBytes ?? DEFAULTS.postMaxBytes);
      return { status: response.statusCode, headers: response.headers, body };
    } catch (error) {
      const failure = deadline.explain(error, target);
      throw wasSent() ? toUnconfirmed(failure, target) : failure;
    } finally {
      deadline.end();
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async send(
    method: 'GET' | 'POST',
    target: TargetUrl,
    deadline: Deadline,
    headers: Record<string, string> = {},
    body?: string | Uint8Array,
    dispatcher: Dispatcher = this.agent,
  ): Promise<Dispatcher.ResponseData> {
    return dispatcher.request({
      origin: target.url.origin,
      path: target.path,
      method,
      headers: { 'user-agent': 'ringwell', 'accept-encoding': 'identity', ...lowerCaseNames(headers) },
      body,
      signal: deadline.signal,
    });
  }

  private openBody(
    response: Dispatcher.ResponseData,
    target: TargetUrl,
    deadline: Deadline,
    maxBytes: number,
  ): OutboundDownload {
    const { statusCode, headers } = response;
    const isSuccess = statusCode >= 200 && statusCode < 300;
    if (!isSuccess || Number(headers['content-length']) > maxBytes) {
      discardBody(response.body);
      throw isSuccess ? responseTooLarge(target, maxBytes) : statusError(target, statusCode, headers);
    }
    const body = new BoundedBody(target, maxBytes, deadline);
    // Errors reach the reader through `body`.
    pipeline(response.body, body, () => undefined);
    return { status: statusCode, headers, body };
  }
}

function getRedirect({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  return REDIRECT_STATUSES.has(statusCode) && typeof headers.location === 'string' ? headers.location : undefined;
}

// Closes the connection of an unread response; undici then emits an error for the unread part.
function discardBody(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
