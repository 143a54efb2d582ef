import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';

import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { AppError } from '@ringwell/domain/app-error';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';
import { CONFIG } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import type { WorkerConfig } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { responseJson } from '@ringwell/platform/outbound/response-json';
import { letterBrief } from '@ringwell/platform/weekly-letter/letter-brief';

import { permanentChatError } from '../../chat-error';
import { ChatWebhookClient, type WebhookChat } from '../../chat-webhook.client';
import {
  DeliveryChannel,
  resendOnce,
  type DeliveryMessage,
  type DigestMessage,
  type LetterMessage,
  type SendOptions,
  type SendResult,
  type TestMessage,
  type Verification,
} from '../../delivery-channel';
import { recapOf } from '../../recap';
import { testAlert } from '../../test-alert';
import { googleChatDigest, googleChatLetter, googleChatMessage, googleChatTestMessage } from './google-chat.message';

// Without it, Google Chat rejects a message whose thread does not exist yet.
const REPLY_OPTION = 'messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD';

const CHAT: WebhookChat = { code: 'GOOGLE_CHAT', name: 'Google Chat', vendor: 'google_chat', refusal: refusalOf };

const MESSAGE = z.object({ name: z.string().regex(/^spaces\/[\w-]+\/messages\/[\w.-]+$/) });

/**
 * Posts alerts to a Google Chat space through an incoming webhook. The API deduplicates by `requestId`, but it is not
 * documented for webhooks, so a message that may have arrived is sent once more.
 * https://developers.google.com/workspace/chat/quickstart/webhooks
 */
@Injectable()
export class GoogleChatChannel extends DeliveryChannel {
  override readonly name: DeliveryChannelName = 'google_chat';

  constructor(
    private readonly webhook: ChatWebhookClient,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: WorkerConfig,
  ) {
    super();
  }

  override async send(message: DeliveryMessage, options: SendOptions): Promise<SendResult> {
    const recap = recapOf(message, getPublicUrl(this.config));
    return this.post(
      message,
      googleChatMessage(recap, { productName: this.config.PRODUCT_NAME, callId: message.call.id }),
      options,
    );
  }

  override verify({ delivery }: DeliveryMessage): Promise<Verification> {
    return Promise.resolve(resendOnce(delivery));
  }

  override sendTest(message: TestMessage, options: SendOptions): Promise<SendResult> {
    return this.post(message, googleChatTestMessage(testAlert(message, 'this space', this.config)), options);
  }

  override sendDigest(message: DigestMessage, options: SendOptions): Promise<SendResult> {
    const { digest, delivery } = message;
    const names = { productName: this.config.PRODUCT_NAME, escalationId: delivery.escalationId ?? delivery.id };
    return this.post(message, googleChatDigest(digest, names), options);
  }

  override sendLetter(message: LetterMessage, options: SendOptions): Promise<SendResult> {
    const { view, delivery } = message;
    const names = { productName: this.config.PRODUCT_NAME, letterId: delivery.weeklyLetterId ?? delivery.id };
    return this.post(message, googleChatLetter(letterBrief(view), names), options);
  }

  private async post({ settings }: TestMessage, body: string, options: SendOptions): Promise<SendResult> {
    if (settings.sealedGoogleChatWebhookUrl === null) throw notConnected();
    const url = this.secretBox.open(
      settings.sealedGoogleChatWebhookUrl,
      SEALED_FIELDS.googleChatWebhookUrl(settings.accountId),
    );
    const response = await this.webhook.post(CHAT, withReplyOption(url), body, options);
    const name = MESSAGE.safeParse(responseJson(response.body)).data?.name;
    return name === undefined ? {} : { providerRef: name };
  }
}

// Appends to the text of the address, because the URL parser would re-encode the rest.
function withReplyOption(url: string): string {
  const [address = ''] = url.split('#', 1);
  if (address.includes('messageReplyOption=')) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${REPLY_OPTION}`;
}

function refusalOf(status: number): AppError {
  if (status === 401 || status === 403) {
    return permanentChatError(
      CHAT,
      'FORBIDDEN',
      'Google Chat rejected the webhook. It was changed, or your Workspace admin turned webhooks off. ' +
        'Create a new webhook in the space and enter its address in Settings under Connections.',
    );
  }
  if (status === 404 || status === 410) {
    return permanentChatError(
      CHAT,
      'NOT_FOUND',
      'The space or its webhook no longer exists. ' +
        'Create a new webhook in the space and enter its address in Settings under Connections.',
    );
  }
  return permanentChatError(
    CHAT,
    'REFUSED',
    `Google Chat rejected the message (HTTP ${status}). ` +
      "Copy the webhook's address from the space again. If that doesn't help, contact support.",
  );
}

function notConnected(): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'GOOGLE_CHAT_NOT_CONNECTED',
    message: "Google Chat isn't connected yet. Add the address of a webhook in Settings under Connections.",
  });
}
