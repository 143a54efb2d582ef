import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';

import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { AppError } from '@ringwell/domain/app-error';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';
import { CONFIG } from '@ringwell/platform/config/config.module';
import { publicUrlOf } from '@ringwell/platform/config/public-url';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

import { readChatAnswer } from '../../chat-answer';
import { chatRefusal } from '../../chat-failure';
import { ChatWebhook, type WebhookChat } from '../../chat-webhook';
import {
  DeliveryChannel,
  onceMore,
  type DeliveryMessage,
  type SendOptions,
  type Sent,
  type TestMessage,
  type Verification,
} from '../../delivery-channel';
import { recapOf } from '../../recap';
import { testNote } from '../../test-note';
import { googleChatMessage, googleChatTestMessage } from './google-chat.message';

/** Without it a message with a thread key is refused where the thread is missing. */
const REPLY_OPTION = 'messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD';

const CHAT: WebhookChat = { code: 'GOOGLE_CHAT', name: 'Google Chat', vendor: 'google_chat', refusal: refusalOf };

/** A webhook is answered with little more than the message's name. */
const ANSWER = z.object({ name: z.string().regex(/^spaces\/[\w-]+\/messages\/[\w.-]+$/) });

/**
 * Alerts in a space of Google Chat, through an incoming webhook. The API has a `requestId` against repeats, but nothing says
 * that webhooks may send it, so a message that may have arrived is sent once more.
 * https://developers.google.com/workspace/chat/quickstart/webhooks
 */
@Injectable()
export class GoogleChatChannel extends DeliveryChannel {
  override readonly name: DeliveryChannelName = 'google_chat';

  constructor(
    private readonly webhook: ChatWebhook,
    private readonly sealedBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  override async send(message: DeliveryMessage, options: SendOptions): Promise<Sent> {
    const recap = recapOf(message, publicUrlOf(this.config));
    return this.post(
      message,
      googleChatMessage(recap, { productName: this.config.PRODUCT_NAME, callId: message.call.id }),
      options,
    );
  }

  override verify({ delivery }: DeliveryMessage): Promise<Verification> {
    return Promise.resolve(onceMore(delivery));
  }

  override sendTest(message: TestMessage, options: SendOptions): Promise<Sent> {
    return this.post(message, googleChatTestMessage(testNote(message.user, 'this space', this.config)), options);
  }

  private async post({ settings }: TestMessage, body: string, options: SendOptions): Promise<Sent> {
    if (settings.sealedGoogleChatWebhookUrl === null) throw notConnected();
    const url = this.sealedBox.open(
      settings.sealedGoogleChatWebhookUrl,
      SEALED_FIELDS.googleChatWebhookUrl(settings.userId),
    );
    const answer = await this.webhook.post(CHAT, withReplyOption(url), body, options);
    const name = readChatAnswer(ANSWER, answer.body)?.name;
    return name === undefined ? {} : { providerRef: name };
  }
}

/** The rest of the address stays as it is, byte for byte. */
function withReplyOption(url: string): string {
  const [address = ''] = url.split('#', 1);
  if (address.includes('messageReplyOption=')) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${REPLY_OPTION}`;
}

function refusalOf(status: number): AppError {
  if (status === 401 || status === 403) {
    return chatRefusal(
      CHAT,
      'FORBIDDEN',
      'Google Chat refuses the webhook: it was changed, or the Workspace administrator has switched webhooks off. ' +
        'Make a new one in the space and enter its address under Connections in the settings.',
    );
  }
  if (status === 404 || status === 410) {
    return chatRefusal(
      CHAT,
      'NOT_FOUND',
      'The space or its webhook is no longer there. Make a new webhook in the space and enter its address under Connections in the settings.',
    );
  }
  return chatRefusal(
    CHAT,
    'REFUSED',
    `Google Chat refuses the message (HTTP ${status}). ` +
      'Copy the address of the webhook from the space once more; if that changes nothing, tell the people who run this service.',
  );
}

function notConnected(): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'GOOGLE_CHAT_NOT_CONNECTED',
    message: 'There is no address of a Google Chat webhook. Enter one under Connections in the settings.',
  });
}
