import { Inject, Injectable } from '@nestjs/common';

import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { AppError } from '@ringwell/domain/app-error';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';
import { CONFIG } from '@ringwell/platform/config/config.module';
import { publicUrlOf } from '@ringwell/platform/config/public-url';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

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
import { teamsMessage, teamsTestMessage } from './teams.message';

const CHAT: WebhookChat = { code: 'TEAMS', name: 'Microsoft Teams', vendor: 'teams', refusal: refusalOf };

/**
 * Alerts in a Teams channel, through a workflow of Power Automate that is called at an address of its own. 202 says that the
 * workflow has taken the message; whether it posts it, nobody is told.
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
 */
@Injectable()
export class TeamsChannel extends DeliveryChannel {
  override readonly name: DeliveryChannelName = 'teams';

  constructor(
    private readonly webhook: ChatWebhook,
    private readonly sealedBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  override async send(message: DeliveryMessage, options: SendOptions): Promise<Sent> {
    return this.post(
      message,
      teamsMessage(recapOf(message, publicUrlOf(this.config)), { productName: this.config.PRODUCT_NAME }),
      options,
    );
  }

  override verify({ delivery }: DeliveryMessage): Promise<Verification> {
    return Promise.resolve(onceMore(delivery));
  }

  override sendTest(message: TestMessage, options: SendOptions): Promise<Sent> {
    return this.post(message, teamsTestMessage(testNote(message.user, 'this channel', this.config)), options);
  }

  private async post({ settings }: TestMessage, body: string, options: SendOptions): Promise<Sent> {
    if (settings.sealedTeamsWebhookUrl === null) throw notConnected();
    const url = this.sealedBox.open(settings.sealedTeamsWebhookUrl, SEALED_FIELDS.teamsWebhookUrl(settings.userId));
    await this.webhook.post(CHAT, url, body, options);
    return {};
  }
}

function refusalOf(status: number): AppError {
  if (status === 401 || status === 403) {
    return chatRefusal(
      CHAT,
      'FORBIDDEN',
      'The Teams workflow refuses the call. Let it be triggered by anyone, then copy its address again and enter it under Connections in the settings.',
    );
  }
  if (status === 404 || status === 410) {
    return chatRefusal(
      CHAT,
      'NOT_FOUND',
      'The Teams workflow is no longer there, or is switched off. Switch it on, or make a new one and enter its address under Connections in the settings.',
    );
  }
  return chatRefusal(
    CHAT,
    'REFUSED',
    `The Teams workflow refuses the message (HTTP ${status}). Check that it is switched on and was made from "Post to a channel when a webhook request is received".`,
  );
}

function notConnected(): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'TEAMS_NOT_CONNECTED',
    message: 'There is no address of a Teams workflow. Enter one under Connections in the settings.',
  });
}
