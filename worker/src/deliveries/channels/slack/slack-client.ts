import {
  LogLevel,
  WebAPIPlatformError,
  WebAPIRequestError,
  WebClient,
  type FetchFunction,
  type Logger,
} from '@slack/web-api';
import { Agent, request, type Dispatcher } from 'undici';
import { z } from 'zod';

import { AppError } from '@ringwell/domain/app-error';
import { sanitizeForStorage } from '@ringwell/domain/sanitize-for-storage';
import { Deadline } from '@ringwell/platform/outbound/deadline';
import { unconfirmed } from '@ringwell/platform/outbound/outbound-error';
import { readStart } from '@ringwell/platform/outbound/read-start';
import { parseRetryAfter } from '@ringwell/platform/outbound/retry-after';
import { watchSending } from '@ringwell/platform/outbound/watch-sending';

import { chatAnswer } from '../../chat-answer';
import { chatRefusal, chatSendingError, chatStatusError, chatTrouble } from '../../chat-failure';
import type { SendOptions } from '../../delivery-channel';
import { SLACK, slackError, type SlackPlace } from './slack-error';

export interface SlackClientOptions {
  /** `SLACK_API_URL`. */
  apiUrl: string;
  /** Longest wait for an answer. */
  timeoutMs?: number;
}

export type SlackMethod = 'auth.test' | 'chat.postMessage' | 'conversations.join';

/** The part of the answers that is used. `channel` is an id or, after joining, an object. */
const ANSWER = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  needed: z.string().optional(),
  channel: z.unknown().optional(),
  ts: z.string().optional(),
  team: z.string().optional(),
  user: z.string().optional(),
});
export type SlackAnswer = z.infer<typeof ANSWER>;

const ANSWER_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** The answers that are asked for have a few kilobytes. */
const MAX_ANSWER_BYTES = 1_048_576;

type FetchOptions = Parameters<FetchFunction>[1];

/** The library logs what it sends, the words of a call included. */
const SILENT: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
};

/**
 * Slack's Web API through its own library, each call sent once: a repeated call would post twice.
 * https://docs.slack.dev/tools/node-slack-sdk/web-api
 */
export class SlackClient {
  /** No keep-alive: a message on a connection that Slack has just closed would count as one that may have arrived. */
  private readonly agent = new Agent({ pipelining: 0, connect: { timeout: CONNECT_TIMEOUT_MS } });
  private readonly apiUrl: URL;

  constructor(private readonly options: SlackClientOptions) {
    this.apiUrl = new URL(options.apiUrl.replace(/\/*$/, '/'));
  }

  /**
   * @param place what errors name
   * @throws AppError `SLACK_…`: see `slackError`, `chatStatusError` and `chatSendingError`
   */
  async call(
    method: SlackMethod,
    { token, place, fields }: { token: string; place: SlackPlace; fields: Record<string, string> },
    { signal }: SendOptions,
  ): Promise<SlackAnswer> {
    const deadline = new Deadline(this.options.timeoutMs ?? ANSWER_TIMEOUT_MS, signal);
    const { dispatcher, wasSent } = watchSending(this.agent);
    const client = new WebClient(token, {
      slackApiUrl: this.apiUrl.href,
      allowAbsoluteUrls: false,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logger: SILENT,
      fetch: (url, init) => exchange(url, init, { dispatcher, signal: deadline.signal }),
    });
    try {
      return ANSWER.parse(sanitizeForStorage(await client.apiCall(method, fields)));
    } catch (error) {
      if (error instanceof WebAPIPlatformError) throw refusal(error, place);
      const cause = error instanceof WebAPIRequestError ? error.original : error;
      const failure = this.failureOf(cause, deadline, wasSent(), signal);
      throw method === 'chat.postMessage' ? failure : withoutDoubt(failure);
    } finally {
      deadline.end();
    }
  }

  /** @param cause what the library or our `fetch` has thrown */
  private failureOf(cause: unknown, deadline: Deadline, wasSent: boolean, signal: AbortSignal): unknown {
    if (cause instanceof AppError && !signal.aborted) return cause; // the response itself said what became of it
    const explained = deadline.explain(cause, this.apiUrl);
    return chatSendingError(SLACK, wasSent ? unconfirmed(explained, this.apiUrl) : explained);
  }
}

/**
 * The library's `fetch`: one request within our limits, which fails unless the response is one that Slack would send.
 * The library itself takes any unreadable body for the name of an error.
 * @throws AppError as `chatStatusError` and `chatAnswer`; what undici throws
 */
async function exchange(
  url: string | URL,
  { method = 'POST', headers: sent, body: form }: FetchOptions = {},
  options: { dispatcher: Dispatcher; signal: AbortSignal },
): Promise<Response> {
  const {
    statusCode: status,
    headers,
    body,
  } = await request(url, {
    ...options,
    method,
    headers: sent,
    body: form as string, // files are never sent
  });
  const { text, fault } = await readStart(body, MAX_ANSWER_BYTES);
  if (status < 200 || status >= 300) throw chatStatusError(SLACK, { status, headers }, () => wrongAddress(status));
  if (fault) throw fault; // only the body says whether the message was posted
  chatAnswer(SLACK, ANSWER, text);
  const retryAfter = headers['retry-after'];
  return new Response(text, { headers: typeof retryAfter === 'string' ? { 'retry-after': retryAfter } : {} });
}

function refusal({ data }: WebAPIPlatformError, place: SlackPlace): AppError {
  const { error, needed } = ANSWER.parse(sanitizeForStorage(data));
  const retryAfter = data.response_metadata?.retryAfter;
  return slackError({ error: error ?? '', needed }, place, parseRetryAfter(retryAfter?.toString()));
}

/** A question that got no answer has left nothing behind. */
function withoutDoubt(failure: unknown): unknown {
  const isUncertain = failure instanceof AppError && failure.kind === 'timeout' && failure.code.startsWith('SLACK_');
  return isUncertain
    ? chatTrouble(SLACK, 'UNAVAILABLE', 'Slack did not answer as it should. Usually that passes by itself.', {
        cause: failure,
      })
    : failure;
}

function wrongAddress(status: number): AppError {
  return chatRefusal(
    SLACK,
    'REFUSED',
    `Slack does not answer as it should (HTTP ${status}). Ask the people who run this service to check SLACK_API_URL.`,
  );
}
