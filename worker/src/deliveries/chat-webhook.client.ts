import { Injectable } from '@nestjs/common';

import type { AppError } from '@ringwell/domain/errors/app-error';
import { SafeHttp, type OutboundResponse } from '@ringwell/platform/outbound/safe-http';
import { WebhookRules, type WebhookVendor } from '@ringwell/platform/outbound/webhook-rules';

import { chatRequestError, chatStatusError, permanentChatError } from './chat-error';
import type { SendOptions } from './delivery-channel';

const RESPONSE_TIMEOUT_MS = 15_000;

export interface WebhookChat {
  name: WebhookVendor;
  mapRejection: (status: number) => AppError;
}

@Injectable()
export class ChatWebhookClient {
  constructor(
    private readonly http: SafeHttp,
    private readonly rules: WebhookRules,
  ) {}

  /** @throws AppError `…_ADDRESS_REFUSED`, or from `chatStatusError` or `chatRequestError` */
  async post(
    { name, mapRejection }: WebhookChat,
    url: string,
    body: string,
    { signal }: SendOptions,
  ): Promise<OutboundResponse> {
    const problem = this.rules.findProblem(url, name);
    if (problem !== undefined) throw permanentChatError(name, 'ADDRESS_REFUSED', problem);
    const headers = { 'content-type': 'application/json; charset=UTF-8' };
    const response = await this.http
      .post(url, { signal, body, headers, timeoutMs: RESPONSE_TIMEOUT_MS })
      .catch((error: unknown) => {
        throw chatRequestError(name, error);
      });
    if (response.status < 200 || response.status >= 300) throw chatStatusError(name, response, mapRejection);
    return response;
  }
}
