import { Inject, Injectable } from '@nestjs/common';

import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { AppError } from '@ringwell/domain/app-error';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';
import { CONFIG } from '@ringwell/platform/config/config.module';
import { publicUrlOf } from '@ringwell/platform/config/public-url';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

import { chatTrouble } from '../../chat-failure';
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
import { SlackClient, type SlackAnswer } from './slack-client';
import { SLACK, type SlackPlace } from './slack-error';
import { slackMessage, slackTestMessage, type SlackMessage } from './slack.message';

/** Only a channel's id can be joined by; names begin with #. */
const CHANNEL_ID = /^C[A-Z0-9]{8,}$/;

interface SlackConnection {
  token: string;
  place: SlackPlace;
}

/**
 * Alerts in a Slack channel, as the bot of an app that the account has made. Slack has no way to recognise a repeated
 * message, so one that may have arrived is sent once more.
 */
@Injectable()
export class SlackChannel extends DeliveryChannel {
  override readonly name: DeliveryChannelName = 'slack';

  constructor(
    private readonly slack: SlackClient,
    private readonly sealedBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  override async send(message: DeliveryMessage, options: SendOptions): Promise<Sent> {
    const recap = recapOf(message, publicUrlOf(this.config));
    return this.post(
      this.connectionOf(message.settings),
      slackMessage(recap, { productName: this.config.PRODUCT_NAME }),
      options,
    );
  }

  override verify({ delivery }: DeliveryMessage): Promise<Verification> {
    return Promise.resolve(onceMore(delivery));
  }

  /** Asks Slack whose token it is first, so that what goes wrong then can be told by name. */
  override async sendTest({ settings, user }: TestMessage, options: SendOptions): Promise<Sent> {
    const { token, place } = this.connectionOf(settings);
    const { team: workspace, user: bot } = await this.slack.call('auth.test', { token, place, fields: {} }, options);
    const words = testNote(
      user,
      workspace === undefined ? 'this channel' : `this channel of ${workspace}`,
      this.config,
    );
    return this.post({ token, place: { ...place, workspace, bot } }, slackTestMessage(words), options);
  }

  /** A public channel is joined when that is what is missing; nothing was posted before. */
  private async post(connection: SlackConnection, message: SlackMessage, options: SendOptions): Promise<Sent> {
    const { channel } = connection.place;
    const fields = { channel, ...message, unfurl_links: 'false', unfurl_media: 'false' };
    const send = (): Promise<SlackAnswer> => this.slack.call('chat.postMessage', { ...connection, fields }, options);
    try {
      return sentAs(await send());
    } catch (error) {
      if (!isNotInChannel(error) || !CHANNEL_ID.test(channel)) throw error;
      await this.join(connection, error, options);
      return sentAs(await send());
    }
  }

  /** @throws AppError why the message was refused, unless it is worth trying again */
  private async join(connection: SlackConnection, refusal: AppError, options: SendOptions): Promise<void> {
    try {
      await this.slack.call(
        'conversations.join',
        { ...connection, fields: { channel: connection.place.channel } },
        options,
      );
    } catch (error) {
      if (error instanceof AppError && !error.retryable) throw refusal;
      const retryAfterMs = error instanceof AppError ? error.retryAfterMs : undefined;
      throw chatTrouble(
        SLACK,
        'UNAVAILABLE',
        'Slack did not let the app join the channel just now. Usually that passes by itself.',
        { retryAfterMs },
      );
    }
  }

  private connectionOf({ sealedSlackBotToken, slackChannel, userId }: AccountSettings): SlackConnection {
    if (sealedSlackBotToken === null)
      throw notConnected('There is no bot token for Slack. Enter one under Connections in the settings.');
    if (slackChannel === null)
      throw notConnected('No Slack channel is chosen. Enter one under Connections in the settings.');
    return {
      token: this.sealedBox.open(sealedSlackBotToken, SEALED_FIELDS.slackBotToken(userId)),
      place: { channel: slackChannel },
    };
  }
}

/** The id of a message in Slack is its time, within its channel. */
function sentAs({ channel, ts }: SlackAnswer): Sent {
  return typeof channel === 'string' && ts !== undefined ? { providerRef: `${channel}/${ts}` } : {};
}

function isNotInChannel(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'SLACK_NOT_IN_CHANNEL';
}

function notConnected(message: string): AppError {
  return new AppError({ kind: 'invalid', code: 'SLACK_NOT_CONNECTED', message });
}
