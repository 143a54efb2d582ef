import { Inject, Injectable } from '@nestjs/common';

import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { CallEventsRepository } from '@ringwell/database/deliveries/call-events.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';
import { AppError, invalid } from '@ringwell/domain/errors/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { createLetterBrief } from '@ringwell/rules/weekly-letters/letter-brief';

import { transientChatError } from '../../chat-error';
import {
  DeliveryChannel,
  MessageSuppressed,
  decideResend,
  type DeliveryMessage,
  type DigestMessage,
  type LetterMessage,
  type SendOptions,
  type SendResult,
  type Suppression,
  type MessageContext,
  type Verification,
} from '../../delivery-channel';
import { buildRecap } from '../../recap';
import { testAlert } from '../../test-alert';
import type { SlackDestination } from './slack-error';
import { SlackClient, type SlackResponse } from './slack.client';
import { slackDigest, slackLetter, slackMessage, slackTestMessage, type SlackMessage } from './slack.message';

// Channels can only be joined by ID. Names begin with #.
const CHANNEL_ID = /^C[A-Z0-9]{8,}$/;

const ALERT_NOT_SENT: Suppression = {
  code: 'DELIVERY_SUPERSEDED',
  message: 'The alert was never sent, so there is nothing to update.',
};
const ALERT_GONE: Suppression = {
  code: 'SLACK_ALERT_GONE',
  message: "The alert was deleted in Slack, or can't be changed there anymore.",
};

interface SlackConnection {
  token: string;
  destination: SlackDestination;
}

/**
 * Posts alerts to a Slack channel as the bot of the account's own Slack app, and updates alerts that were sent before
 * the call's summary was written. Slack can't deduplicate messages, so one that may have arrived is resent once.
 */
@Injectable()
export class SlackChannel extends DeliveryChannel {
  override readonly name: DeliveryChannelName = 'slack';

  constructor(
    private readonly slack: SlackClient,
    private readonly events: CallEventsRepository,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: WorkerConfig,
  ) {
    super();
  }

  override async send(message: DeliveryMessage, options: SendOptions): Promise<SendResult> {
    const recap = buildRecap(message, getPublicUrl(this.config));
    const connection = this.requireConnection(message.settings);
    const content = slackMessage(recap, { productName: this.config.PRODUCT_NAME });
    if (message.delivery.event === 'call.written') return this.update(message.delivery, connection, content, options);
    return this.post(connection, content, options);
  }

  // Updates can be repeated, because they change the same message.
  override verify({ delivery }: DeliveryMessage): Promise<Verification> {
    return Promise.resolve(delivery.event === null ? decideResend(delivery) : 'send_again');
  }

  // Only one Slack message per account is sent at a time, so the attempt to send the alert has ended.
  private async update(
    delivery: Delivery,
    connection: SlackConnection,
    message: SlackMessage,
    options: SendOptions,
  ): Promise<SendResult> {
    const alert = await this.events.findUpdatedAlert(delivery);
    const [channel = '', ts] = alert?.state === 'sent' ? (alert.providerRef?.split('/') ?? []) : [];
    if (ts === undefined) throw new MessageSuppressed(ALERT_NOT_SENT);
    try {
      return toSendResult(
        await this.slack.call('chat.update', { ...connection, fields: { channel, ts, ...message } }, options),
      );
    } catch (error) {
      if (error instanceof AppError && error.code === 'SLACK_ALERT_GONE') throw new MessageSuppressed(ALERT_GONE);
      throw error;
    }
  }

  // Looks up workspace and bot first, so that error messages can name them.
  override async sendTest(message: MessageContext, options: SendOptions): Promise<SendResult> {
    const { token, destination } = this.requireConnection(message.settings);
    const { team: workspace, user: bot } = await this.slack.call(
      'auth.test',
      { token, destination, fields: {} },
      options,
    );
    const alert = testAlert(
      message,
      workspace === undefined ? 'this channel' : `this channel in ${workspace}`,
      this.config,
    );
    return this.post({ token, destination: { ...destination, workspace, bot } }, slackTestMessage(alert), options);
  }

  override async sendDigest(message: DigestMessage, options: SendOptions): Promise<SendResult> {
    const content = slackDigest(message.digest, { productName: this.config.PRODUCT_NAME });
    return this.post(this.requireConnection(message.settings), content, options);
  }

  override async sendLetter(message: LetterMessage, options: SendOptions): Promise<SendResult> {
    const content = slackLetter(createLetterBrief(message.view), { productName: this.config.PRODUCT_NAME });
    return this.post(this.requireConnection(message.settings), content, options);
  }

  private async post(connection: SlackConnection, message: SlackMessage, options: SendOptions): Promise<SendResult> {
    const { channel } = connection.destination;
    const fields = { channel, ...message, unfurl_links: 'false', unfurl_media: 'false' };
    const send = (): Promise<SlackResponse> => this.slack.call('chat.postMessage', { ...connection, fields }, options);
    try {
      return toSendResult(await send());
    } catch (error) {
      if (!isNotInChannel(error) || !CHANNEL_ID.test(channel)) throw error;
      await this.joinChannel(connection, error, options);
      return toSendResult(await send());
    }
  }

  // Throws `rejection` if joining is not allowed.
  private async joinChannel(connection: SlackConnection, rejection: AppError, options: SendOptions): Promise<void> {
    try {
      await this.slack.call(
        'conversations.join',
        { ...connection, fields: { channel: connection.destination.channel } },
        options,
      );
    } catch (error) {
      if (error instanceof AppError && !error.retryable) throw rejection;
      const retryAfterMs = error instanceof AppError ? error.retryAfterMs : undefined;
      throw transientChatError(
        'slack',
        'UNAVAILABLE',
        "Slack didn't let the app join the channel. This is usually temporary.",
        { retryAfterMs },
      );
    }
  }

  private requireConnection({ sealedSlackBotToken, slackChannel, accountId }: AccountSettings): SlackConnection {
    if (sealedSlackBotToken === null)
      throw setupError('Slack has no bot token yet. Add one in Settings under Connections.');
    if (slackChannel === null) throw setupError('Slack has no channel yet. Add one in Settings under Connections.');
    return {
      token: this.secretBox.open(sealedSlackBotToken, SEALED_FIELDS.slackBotToken(accountId)),
      destination: { channel: slackChannel },
    };
  }
}

// Slack identifies messages by channel and timestamp.
function toSendResult({ channel, ts }: SlackResponse): SendResult {
  return typeof channel === 'string' && ts !== undefined ? { providerRef: `${channel}/${ts}` } : {};
}

function isNotInChannel(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'SLACK_NOT_IN_CHANNEL';
}

function setupError(message: string): AppError {
  return invalid('SLACK_NOT_CONNECTED', message);
}
