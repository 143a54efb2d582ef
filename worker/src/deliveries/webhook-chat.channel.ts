import { Inject, Injectable } from '@nestjs/common';

import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { CHANNELS } from '@ringwell/domain/channels/channels';
import { invalid, type AppError } from '@ringwell/domain/errors/app-error';
import { sealedColumn } from '@ringwell/domain/settings/sealed-column';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import type { OutboundResponse } from '@ringwell/platform/outbound/safe-http';
import type { WebhookVendor } from '@ringwell/platform/outbound/webhook-rules';
import { createLetterBrief, type LetterBrief } from '@ringwell/rules/weekly-letters/letter-brief';

import { chatCode, permanentChatError } from './chat-error';
import { ChatWebhookClient } from './chat-webhook.client';
import {
  DeliveryChannel,
  type DeliveryMessage,
  type DigestMessage,
  type LetterMessage,
  type SendOptions,
  type SendResult,
  type MessageContext,
} from './delivery-channel';
import type { OverdueDigest } from './overdue-digest';
import { buildRecap, type Recap } from './recap';
import { testAlert, type TestAlert } from './test-alert';

export interface ChatMessageContext {
  productName: string;
  /** The message's thread: the same for all messages about a call and for resent messages. */
  thread: string;
}

export interface ChatMessages {
  call: (recap: Recap, context: ChatMessageContext) => string;
  digest: (digest: OverdueDigest, context: ChatMessageContext) => string;
  letter: (letter: LetterBrief, context: ChatMessageContext) => string;
  test: (alert: TestAlert) => string;
}

interface ChatTexts {
  /** What the address belongs to, such as `a workflow`. */
  webhook: string;
  /** Messages for status 401 or 403 (`forbidden`), 404 or 410 (`notFound`), and other rejections (`rejected`). */
  forbidden: string;
  notFound: string;
  rejected: (status: number) => string;
}

/** Posts alerts through a chat channel's webhook. A message that may have arrived is resent once. */
@Injectable()
export abstract class WebhookChatChannel extends DeliveryChannel {
  abstract override readonly name: WebhookVendor;
  protected abstract readonly messages: ChatMessages;
  protected abstract readonly texts: ChatTexts;

  constructor(
    private readonly webhook: ChatWebhookClient,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: WorkerConfig,
  ) {
    super();
  }

  override async send(message: DeliveryMessage, options: SendOptions): Promise<SendResult> {
    const recap = buildRecap(message, getPublicUrl(this.config));
    return this.post(message, this.messages.call(recap, this.createContext(`call-${message.call.id}`)), options);
  }

  override sendTest(message: MessageContext, options: SendOptions): Promise<SendResult> {
    return this.post(
      message,
      this.messages.test(testAlert(message, `this ${CHANNELS[this.name].postsTo}`, this.config)),
      options,
    );
  }

  override sendDigest(message: DigestMessage, options: SendOptions): Promise<SendResult> {
    const { escalationId, id } = message.delivery;
    const context = this.createContext(`overdue-${escalationId ?? id}`);
    return this.post(message, this.messages.digest(message.digest, context), options);
  }

  override sendLetter(message: LetterMessage, options: SendOptions): Promise<SendResult> {
    const { weeklyLetterId, id } = message.delivery;
    const context = this.createContext(`letter-${weeklyLetterId ?? id}`);
    return this.post(message, this.messages.letter(createLetterBrief(message.view), context), options);
  }

  protected toPostUrl(url: string): string {
    return url;
  }

  protected toSendResult(_response: OutboundResponse): SendResult {
    return {};
  }

  private createContext(thread: string): ChatMessageContext {
    return { productName: this.config.PRODUCT_NAME, thread };
  }

  private async post({ settings }: MessageContext, body: string, options: SendOptions): Promise<SendResult> {
    const setting = `${CHANNELS[this.name].prefix}WebhookUrl` as const;
    const sealedUrl = settings[sealedColumn(setting)];
    if (sealedUrl === null) throw this.notConnectedError();
    const url = this.secretBox.open(sealedUrl, SEALED_FIELDS[setting](settings.accountId));
    const chat = { name: this.name, mapRejection: (status: number) => this.toRejection(status) };
    return this.toSendResult(await this.webhook.post(chat, this.toPostUrl(url), body, options));
  }

  private toRejection(status: number): AppError {
    const { forbidden, notFound, rejected } = this.texts;
    if (status === 401 || status === 403) return permanentChatError(this.name, 'FORBIDDEN', forbidden);
    if (status === 404 || status === 410) return permanentChatError(this.name, 'NOT_FOUND', notFound);
    return permanentChatError(this.name, 'REFUSED', rejected(status));
  }

  private notConnectedError(): AppError {
    return invalid(
      chatCode(this.name, 'NOT_CONNECTED'),
      `${CHANNELS[this.name].brand} isn't connected yet. Add the address of ${this.texts.webhook} in Settings under Connections.`,
    );
  }
}
