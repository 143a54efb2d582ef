import { Inject, Injectable } from '@nestjs/common';

import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { AppError } from '@ringwell/domain/app-error';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';
import { CONFIG } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import type { WorkerConfig } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
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
import { teamsDigest, teamsLetter, teamsMessage, teamsTestMessage } from './teams.message';

const CHAT: WebhookChat = { code: 'TEAMS', name: 'Microsoft Teams', vendor: 'teams', refusal: refusalOf };

/**
 * Posts alerts to a Teams channel through a Power Automate workflow, which has its own webhook address. Status 202
 * means that the workflow accepted the message; Power Automate does not report whether it was posted.
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
 */
@Injectable()
export class TeamsChannel extends DeliveryChannel {
  override readonly name: DeliveryChannelName = 'teams';

  constructor(
    private readonly webhook: ChatWebhookClient,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: WorkerConfig,
  ) {
    super();
  }

  override async send(message: DeliveryMessage, options: SendOptions): Promise<SendResult> {
    return this.post(
      message,
      teamsMessage(recapOf(message, getPublicUrl(this.config)), { productName: this.config.PRODUCT_NAME }),
      options,
    );
  }

  override verify({ delivery }: DeliveryMessage): Promise<Verification> {
    return Promise.resolve(resendOnce(delivery));
  }

  override sendTest(message: TestMessage, options: SendOptions): Promise<SendResult> {
    return this.post(message, teamsTestMessage(testAlert(message, 'this channel', this.config)), options);
  }

  override sendDigest(message: DigestMessage, options: SendOptions): Promise<SendResult> {
    return this.post(message, teamsDigest(message.digest, { productName: this.config.PRODUCT_NAME }), options);
  }

  override sendLetter(message: LetterMessage, options: SendOptions): Promise<SendResult> {
    const brief = letterBrief(message.view);
    return this.post(message, teamsLetter(brief, { productName: this.config.PRODUCT_NAME }), options);
  }

  private async post({ settings }: TestMessage, body: string, options: SendOptions): Promise<SendResult> {
    if (settings.sealedTeamsWebhookUrl === null) throw notConnected();
    const url = this.secretBox.open(settings.sealedTeamsWebhookUrl, SEALED_FIELDS.teamsWebhookUrl(settings.accountId));
    await this.webhook.post(CHAT, url, body, options);
    return {};
  }
}

function refusalOf(status: number): AppError {
  if (status === 401 || status === 403) {
    return permanentChatError(
      CHAT,
      'FORBIDDEN',
      'The Teams workflow denied access. Allow anyone to trigger it, ' +
        'then copy its address again and enter it in Settings under Connections.',
    );
  }
  if (status === 404 || status === 410) {
    return permanentChatError(
      CHAT,
      'NOT_FOUND',
      'The Teams workflow was deleted or turned off. ' +
        'Turn it on, or create a new one and enter its address in Settings under Connections.',
    );
  }
  return permanentChatError(
    CHAT,
    'REFUSED',
    `The Teams workflow rejected the message (HTTP ${status}). ` +
      `Check that it's turned on and was created from "Post to a channel when a webhook request is received".`,
  );
}

function notConnected(): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'TEAMS_NOT_CONNECTED',
    message: "Teams isn't connected yet. Add the address of a workflow in Settings under Connections.",
  });
}
