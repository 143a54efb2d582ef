import { pipeline, type Readable } from 'node:stream';

import { Agent, request, type Dispatcher } from 'undici';

import { BoundedBody } from '@ringwell/platform/outbound/bounded-body';
import { Deadline } from '@ringwell/platform/outbound/deadline';
import { isNeverSent, isResponseTimeout } from '@ringwell/platform/outbound/http-failure';
import { isTimeoutError } from '@ringwell/platform/time-limit';

import { serviceTitanError, type Attempted } from './service-titan-error';

export interface ServiceTitanRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** Ends the request when it is aborted. */
  signal?: AbortSignal;
  /** Longest time for everything, the body of the answer included. */
  timeoutMs: number;
}

export interface ServiceTitanAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
}

/** A page of five thousand rows stays well below it. */
const MAX_ANSWER_BYTES = 32 * 1_048_576;
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_LIMIT_MS = 30_000;

/**
 * Requests to ServiceTitan's own addresses, which come from the operator and are trusted. Redirects are answers: they could lead
 * elsewhere, and the request carries a token. Each request has a connection of its own, so that no note is lost to one that the far
 * side has just closed.
 */
export class ServiceTitanHttp {
  private readonly agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    pipelining: 0,
    headersTimeout: SILENCE_LIMIT_MS,
    bodyTimeout: SILENCE_LIMIT_MS,
  });

  /**
   * The whole answer, whatever its status. What was written or refused stays so when the body of the answer fails: it
   * is empty then.
   * @throws AppError as `serviceTitanError` says, or the signal's reason
   */
  async exchange(asked: ServiceTitanRequest, attempted: Attempted): Promise<ServiceTitanAnswer & { body: string }> {
    const deadline = new Deadline(asked.timeoutMs, asked.signal);
    try {
      const { statusCode: status, headers, body } = await this.send(asked, deadline.signal);
      const isKnown = attempted.isWrite || status < 200 || status >= 300;
      return { status, headers, body: await (isKnown ? readAll(body).catch(() => '') : readAll(body)) };
    } catch (cause) {
      throw failureOf(cause, asked.signal, deadline.signal.aborted, attempted);
    } finally {
      deadline.end();
    }
  }

  /**
   * An answer whose body is read as it comes; of one other than 2xx there is none. The body fails with an AppError; destroy it when
   * you stop early.
   * @throws AppError as `serviceTitanError` says, or the signal's reason
   */
  async open(
    asked: ServiceTitanRequest,
    attempted: Attempted,
    maxBytes: number,
  ): Promise<ServiceTitanAnswer & { body?: Readable }> {
    const deadline = new Deadline(asked.timeoutMs, asked.signal);
    try {
      const { statusCode: status, headers, body: source } = await this.send(asked, deadline.signal);
      if (status < 200 || status >= 300) {
        deadline.end();
        source.on('error', () => undefined).destroy();
        return { status, headers };
      }
      const body = new BoundedBody(asked.url, maxBytes, deadline);
      pipeline(source, body, () => undefined); // an error reaches the reader through `body`
      return { status, headers, body };
    } catch (cause) {
      deadline.end();
      throw failureOf(cause, asked.signal, deadline.signal.aborted, attempted);
    }
  }

  /** Ends every connection. */
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

async function readAll(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`The answer is larger than ${MAX_ANSWER_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function failureOf(cause: unknown, signal: AbortSignal | undefined, isOver: boolean, attempted: Attempted): Error {
  // Why somebody stopped it is for them to say; that their time was over is one way of getting no answer in time.
  if (signal?.aborted && !isTimeout(signal.reason)) return signal.reason as Error;
  if (isOver || isTimeout(cause)) return serviceTitanError({ timedOut: true, cause }, attempted);
  return serviceTitanError({ wasSent: !isNeverSent(cause), cause }, attempted);
}

function isTimeout(reason: unknown): boolean {
  return isTimeoutError(reason) || isResponseTimeout(reason);
}
