import { pipeline, type Readable } from 'node:stream';

import { Agent, request, type Dispatcher } from 'undici';

import { BoundedBody } from '@ringwell/platform/outbound/bounded-body';
import { Deadline } from '@ringwell/platform/outbound/deadline';
import { wasNeverSent, isResponseTimeout } from '@ringwell/platform/outbound/http-failure';
import { readLimitedText } from '@ringwell/platform/read-limited-text';
import { isTimeoutError } from '@ringwell/platform/time-limit';

import { serviceTitanError, type RequestContext } from './service-titan-error';

export interface ServiceTitanRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  timeoutMs: number;
}

export interface ServiceTitanResponse {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
}

// A page of 5,000 rows is well below this.
const MAX_RESPONSE_BYTES = 32 * 1_048_576;
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;

/**
 * Sends HTTP requests to the trusted URLs that the operator configures. Redirects aren't followed, because they could
 * leak the token to another host. Each request opens a new connection, because ServiceTitan may have just closed a
 * kept-alive one.
 */
export class ServiceTitanHttp {
  private readonly agent = new Agent({
    allowH2: false,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    pipelining: 0,
    headersTimeout: IDLE_TIMEOUT_MS,
    bodyTimeout: IDLE_TIMEOUT_MS,
  });

  /**
   * Returns the response, whatever its status. If reading the body of a write or an error fails, the body is empty.
   * @throws AppError per `serviceTitanError`, or the signal's reason
   */
  async request(
    outgoingRequest: ServiceTitanRequest,
    context: RequestContext,
  ): Promise<ServiceTitanResponse & { body: string }> {
    const deadline = new Deadline(outgoingRequest.timeoutMs, outgoingRequest.signal);
    try {
      const { statusCode: status, headers, body } = await this.send(outgoingRequest, deadline.signal);
      const canIgnoreBodyError = context.isWrite || status < 200 || status >= 300;
      const text = readLimitedText(body, MAX_RESPONSE_BYTES);
      return { status, headers, body: await (canIgnoreBodyError ? text.catch(() => '') : text) };
    } catch (cause) {
      throw toRequestError(cause, outgoingRequest.signal, deadline.signal.aborted, context);
    } finally {
      deadline.end();
    }
  }

  /**
   * Streams the body, which is undefined unless the status is 2xx. The stream fails with an AppError, or with the
   * signal's reason when aborted. Destroy it if you stop early.
   * @throws AppError per `serviceTitanError`, or the signal's reason
   */
  async open(
    outgoingRequest: ServiceTitanRequest,
    context: RequestContext,
    maxBytes: number,
  ): Promise<ServiceTitanResponse & { body?: Readable }> {
    const deadline = new Deadline(outgoingRequest.timeoutMs, outgoingRequest.signal);
    try {
      const { statusCode: status, headers, body: source } = await this.send(outgoingRequest, deadline.signal);
      if (status < 200 || status >= 300) {
        deadline.end();
        source.on('error', () => undefined).destroy();
        return { status, headers };
      }
      const body = new BoundedBody(outgoingRequest.url, maxBytes, deadline);
      pipeline(source, body, () => undefined); // the reader gets the error through `body`
      return { status, headers, body };
    } catch (cause) {
      deadline.end();
      throw toRequestError(cause, outgoingRequest.signal, deadline.signal.aborted, context);
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private send(
    { method, url, headers, body }: ServiceTitanRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    return request(url, {
      method,
      headers: { 'user-agent': 'ringwell', ...headers },
      body,
      signal,
      dispatcher: this.agent,
    });
  }
}

function toRequestError(
  cause: unknown,
  signal: AbortSignal | undefined,
  hasTimedOut: boolean,
  context: RequestContext,
): Error {
  // An abort by the caller keeps its reason, except that a timeout is treated as a request timeout.
  if (signal?.aborted && !isTimeout(signal.reason)) return signal.reason as Error;
  if (hasTimedOut || isTimeout(cause)) return serviceTitanError({ isTimeout: true, cause }, context);
  return serviceTitanError({ wasSent: !wasNeverSent(cause), cause }, context);
}

function isTimeout(reason: unknown): boolean {
  return isTimeoutError(reason) || isResponseTimeout(reason);
}
