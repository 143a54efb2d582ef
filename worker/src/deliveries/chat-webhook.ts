import { Injectable } from '@nestjs/common';

import type { AppError } from '@ringwell/domain/app-error';
import { SafeHttp, type OutboundAnswer } from '@ringwell/platform/outbound/safe-http';
import { WebhookRules, type WebhookVendor } from '@ringwell/platform/outbound/webhook-rules';

import { chatRefusal, chatSendingError, chatStatusError, type ChatService } from './chat-failure';
import type { SendOptions } from './delivery-channel';

/** Longest wait for a chat's answer. */
const ANSWER_TIMEOUT_MS = 15_000;

/** A chat that takes messages at an address which somebody has copied from it. */
export interface WebhookChat extends ChatService {
  vendor: WebhookVendor;
  /** What the chat means by a status that no other chat means. */
  refusal: (status: number) => AppError;
}

/** Posts to the incoming webhooks of team chats. */
@Injectable()
export class ChatWebhook {
  constructor(
    private readonly http: SafeHttp,
    private readonly rules: WebhookRules,
  ) {}

  /** @param body JSON @throws AppError under the chat's names: see `chatStatusError` and `chatSendingError` */
  async post(chat: WebhookChat, url: string, body: string, { signal }: SendOptions): Promise<OutboundAnswer> {
    const refusal = this.rules.refusal(url, chat.vendor);
    if (refusal !== undefined) throw chatRefusal(chat, 'ADDRESS_REFUSED', refusal);
    const headers = { 'content-type': 'application/json; charset=UTF-8' };
    const answer = await this.http
      .post(url, { signal, body, headers, timeoutMs: ANSWER_TIMEOUT_MS })
      .catch((error: unknown) => {
        throw chatSendingError(chat, error);
      });
    if (answer.status < 200 || answer.status >= 300) throw chatStatusError(chat, answer, chat.refusal);
    return answer;
  }
}
