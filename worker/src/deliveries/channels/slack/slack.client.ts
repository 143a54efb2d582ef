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

import { AppError } from '@ringwell/domain/errors/app-error';
import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';
import { Deadline } from '@ringwell/platform/outbound/deadline';
import { toUnconfirmed } from '@ringwell/platform/outbound/outbound-error';
import { readStart } from '@ringwell/platform/outbound/read-start';
import { parseResponseJson } from '@ringwell/platform/outbound/response-json';
import { parseRetryAfter } from '@ringwell/platform/outbound/retry-after';
import { watchSending } from '@ringwell/platform/outbound/watch-sending';

import {
  chatRequestError,
  chatStatusError,
  permanentChatError,
  transientChatError,
  unreadableChatResponseError,
} from '../../chat-error';
import type { SendOptions } from '../../delivery-channel';
import { slackError, type SlackDestination } from './slack-error';

export interface SlackClientOptions {
  apiUrl: string;
  timeoutMs?: number;
}

export type SlackMethod = 'auth.test' | 'chat.postMessage' | 'chat.update' | 'conversations.join';

// The parts of the responses used here. `channel` is an ID or, after joining, an object. Only `ok` says whether the
// message was posted, so it's the only required field.
const optionalText = z.string().optional().catch(undefined);
const RESPONSE_SCHEMA = z.object({
  ok: z.boolean(),
  error: optionalText,
  needed: optionalText,
  channel: z.unknown().optional(),
  ts: optionalText,
  team: optionalText,
  user: optionalText,
});
export type SlackResponse = z.infer<typeof RESPONSE_SCHEMA>;

const RESPONSE_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1_048_576;

type FetchOptions = Parameters<FetchFunction>[1];

// The library would log its requests, which contain call summaries.
const SILENT_LOGGER: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
};

/**
 * Slack's Web API through its official library, without retries, because a repeated request could post a message twice.
 * https://docs.slack.dev/tools/node-slack-sdk/web-api
 */
export class SlackClient {
  // Keep-alive is off, because a request on a connection that Slack just closed would be treated as one that may have
  // arrived.
  private readonly agent = new Agent({ pipelining: 0, allowH2: false, connect: { timeout: CONNECT_TIMEOUT_MS } });
  private readonly apiUrl: URL;

  constructor(private readonly options: SlackClientOptions) {
    this.apiUrl = new URL(options.apiUrl.replace(/\/*$/, '/'));
  }

  /**
   * @param destination named in error messages
   * @throws AppError `SLACK_…`: see `slackError`, `chatStatusError` and `chatRequestError`
   */
  async call(
    method: SlackMethod,
    { token, destination, fields }: { token: string; destination: SlackDestination; fields: Record<string, string> },
    { signal }: SendOptions,
  ): Promise<SlackResponse> {
    const deadline = new Deadline(this.options.timeoutMs ?? RESPONSE_TIMEOUT_MS, signal);
    const { dispatcher, wasSent } = watchSending(this.agent);
    const client = new WebClient(token, {
      slackApiUrl: this.apiUrl.href,
      allowAbsoluteUrls: false,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logger: SILENT_LOGGER,
      fetch: (url, init) => fetchResponse(url, init, { dispatcher, signal: deadline.signal }),
    });
    try {
      return RESPONSE_SCHEMA.parse(sanitizeForStorage(await client.apiCall(method, fields)));
    } catch (error) {
      if (error instanceof WebAPIPlatformError) throw toSlackError(error, destination);
      const cause = error instanceof WebAPIRequestError ? error.original : error;
      const failure = this.toRequestError(cause, deadline, wasSent(), signal);
      throw method === 'chat.postMessage' ? failure : withoutUncertainty(failure);
    } finally {
      deadline.end();
    }
  }

  private toRequestError(cause: unknown, deadline: Deadline, wasSent: boolean, signal: AbortSignal): unknown {
    if (cause instanceof AppError && !signal.aborted) return cause; // the response was already mapped to an error
    const explainedError = deadline.explain(cause, this.apiUrl);
    return chatRequestError('slack', wasSent ? toUnconfirmed(explainedError, this.apiUrl) : explainedError);
  }
}

// The library would report any unreadable body as the name of a Slack error.
async function fetchResponse(
  url: string | URL,
  { method = 'POST', headers: requestHeaders, body: form }: FetchOptions = {},
  options: { dispatcher: Dispatcher; signal: AbortSignal },
): Promise<Response> {
  const {
    statusCode: status,
    headers,
    body,
  } = await request(url, {
    ...options,
    method,
    headers: requestHeaders,
    body: form as string, // files are never sent
  });
  const { text, error } = await readStart(body, MAX_RESPONSE_BYTES);
  if (status < 200 || status >= 300)
    throw chatStatusError('slack', { status, headers }, () =>
      permanentChatError('slack', 'REFUSED', `Slack didn't respond as expected (HTTP ${status}). Contact support.`),
    );
  if (error) throw error; // only the body says whether the message was posted
  // The error has no cause because that would quote the response.
  if (!RESPONSE_SCHEMA.safeParse(parseResponseJson(text)).success) throw unreadableChatResponseError('slack');
  const retryAfter = headers['retry-after'];
  return new Response(text, { headers: typeof retryAfter === 'string' ? { 'retry-after': retryAfter } : {} });
}

function toSlackError({ data }: WebAPIPlatformError, destination: SlackDestination): AppError {
  const { error, needed } = RESPONSE_SCHEMA.parse(sanitizeForStorage(data));
  const retryAfter = data.response_metadata?.retryAfter;
  return slackError({ error: error ?? '', needed }, destination, parseRetryAfter(retryAfter?.toString()));
}

// Requests that don't post a message are safe to repeat, so a timeout doesn't make their outcome uncertain.
function withoutUncertainty(failure: unknown): unknown {
  const isUncertain = failure instanceof AppError && failure.kind === 'timeout' && failure.code.startsWith('SLACK_');
  return isUncertain
    ? transientChatError('slack', 'UNAVAILABLE', "Slack didn't respond as expected. This is usually temporary.", {
        cause: failure,
      })
    : failure;
}
