import { Agent, request } from 'undici';
import { z } from 'zod';

import { AppError } from '@ringwell/domain/app-error';
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
  ok: z.boolean(), error: z.string().optional(), needed: z.string().optional(),
  channel: z.unknown().optional(), ts: z.string().optional(), team: z.string().optional(), user: z.string().optional(),
});
export type SlackAnswer = z.infer<typeof ANSWER>;

const ANSWER_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** The answers that are asked for have a few kilobytes. */
const MAX_ANSWER_BYTES = 1_048_576;

/**
 * Slack's Web API: forms in, JSON out; each call once. Slack's own library is made to repeat calls, which would post twice,
 * and of its hundreds of methods three are needed. https://docs.slack.dev/apis/web-api
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
    method: SlackMethod, { token, place, fields }: { token: string; place: SlackPlace; fields: Record<string, string> }, { signal }: SendOptions,
  ): Promise<SlackAnswer> {
    const url = new URL(method, this.apiUrl);
    const deadline = new Deadline(this.options.timeoutMs ?? ANSWER_TIMEOUT_MS, signal);
    const { dispatcher, wasSent } = watchSending(this.agent);
    try {
      const { statusCode: status, headers, body } = await request(url, {
        method: 'POST', body: new URLSearchParams(fields).toString(), signal: deadline.signal, dispatcher,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', 'user-agent': 'ringwell' },
      });
      const { text, fault } = await readStart(body, MAX_ANSWER_BYTES);
      if (isSuccess(status) && fault) throw fault; // only the body says whether the message was posted
      return this.read({ status, headers, body: text }, place);
    } catch (error) {
      const explained = deadline.explain(error, url);
      const failure = chatSendingError(SLACK, wasSent() ? unconfirmed(explained, url) : explained);
      throw method === 'chat.postMessage' ? failure : withoutDoubt(failure);
    } finally {
      deadline.end();
    }
  }

  private read({ status, headers, body }: { status: number; headers: Record<string, string | string[] | undefined>; body: string }, place: SlackPlace): SlackAnswer {
    if (!isSuccess(status)) throw chatStatusError(SLACK, { status, headers }, () => wrongAddress(status));
    const answer = chatAnswer(SLACK, ANSWER, body);
    if (answer.ok) return answer;
    throw slackError({ error: answer.error ?? '', needed: answer.needed }, place, parseRetryAfter(headers['retry-after']));
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** A question that got no answer has left nothing behind. */
function withoutDoubt(failure: unknown): unknown {
  const isUncertain = failure instanceof AppError && failure.kind === 'timeout' && failure.code.startsWith('SLACK_');
  return isUncertain ? chatTrouble(SLACK, 'UNAVAILABLE', 'Slack did not answer as it should. Usually that passes by itself.', { cause: failure }) : failure;
}

function wrongAddress(status: number): AppError {
  return chatRefusal(SLACK, 'REFUSED', `Slack does not answer as it should (HTTP ${status}). Ask the people who run this service to check SLACK_API_URL.`);
}
