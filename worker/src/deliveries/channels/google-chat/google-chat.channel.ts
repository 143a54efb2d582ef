import { Injectable } from '@nestjs/common';
import { z } from 'zod';

import { parseResponseJson } from '@ringwell/platform/outbound/response-json';
import type { OutboundResponse } from '@ringwell/platform/outbound/safe-http';

import type { SendResult } from '../../delivery-channel';
import { WebhookChatChannel } from '../../webhook-chat.channel';
import { googleChatDigest, googleChatLetter, googleChatMessage, googleChatTestMessage } from './google-chat.message';

// Without this option, Google Chat rejects a message whose thread doesn't exist yet.
const REPLY_OPTION = 'messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD';

const MESSAGE_SCHEMA = z.object({ name: z.string().regex(/^spaces\/[\w-]+\/messages\/[\w.-]+$/) });

/**
 * Posts to a Google Chat space through an incoming webhook. The API deduplicates by `requestId`, but that isn't
 * documented for webhooks. https://developers.google.com/workspace/chat/quickstart/webhooks
 */
@Injectable()
export class GoogleChatChannel extends WebhookChatChannel {
  override readonly name = 'google_chat';
  protected override readonly messages = {
    call: googleChatMessage,
    digest: googleChatDigest,
    letter: googleChatLetter,
    test: googleChatTestMessage,
  };
  protected override readonly texts = {
    webhook: 'a webhook',
    forbidden:
      'Google Chat rejected the webhook. It was changed, or your Workspace admin turned webhooks off. ' +
      'Create a new webhook in the space and enter its address in Settings under Connections.',
    notFound:
      'The space or its webhook no longer exists. ' +
      'Create a new webhook in the space and enter its address in Settings under Connections.',
    rejected: (status: number): string =>
      `Google Chat rejected the message (HTTP ${status}). ` +
      "Copy the webhook's address from the space again. If that doesn't help, contact support.",
  };

  // Appended as text because the URL parser would re-encode the address.
  protected override toPostUrl(url: string): string {
    const [address = ''] = url.split('#', 1);
    if (address.includes('messageReplyOption=')) return address;
    return `${address}${address.includes('?') ? '&' : '?'}${REPLY_OPTION}`;
  }

  protected override toSendResult({ body }: OutboundResponse): SendResult {
    const name = MESSAGE_SCHEMA.safeParse(parseResponseJson(body)).data?.name;
    return name === undefined ? {} : { providerRef: name };
  }
}
