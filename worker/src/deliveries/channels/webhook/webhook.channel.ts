import { Inject, Injectable } from '@nestjs/common';

import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';
import { invalid } from '@ringwell/domain/errors/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

import { callEvent } from '../../call-event';
import {
  DeliveryChannel,
  type DeliveryMessage,
  type EventMessage,
  type SendOptions,
  type SendResult,
  type MessageContext,
} from '../../delivery-channel';
import { followUpEvent } from '../../follow-up-event';
import { SignedWebhookClient } from '../../signed-webhook.client';

/** Receivers can recognize a resent message by its webhook-id. */
@Injectable()
export class WebhookChannel extends DeliveryChannel {
  override readonly name: DeliveryChannelName = 'webhook';

  constructor(
    private readonly webhook: SignedWebhookClient,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: WorkerConfig,
  ) {
    super();
  }

  override send(message: DeliveryMessage, options: SendOptions): Promise<SendResult> {
    return this.post(message, callEvent(message, getPublicUrl(this.config)), options);
  }

  override sendEvent(message: EventMessage, options: SendOptions): Promise<SendResult> {
    return this.post(message, followUpEvent(message.event, getPublicUrl(this.config)), options);
  }

  override sendTest(message: MessageContext, options: SendOptions): Promise<SendResult> {
    const event = {
      type: 'test',
      timestamp: new Date().toISOString(),
      data: { message: `${this.config.PRODUCT_NAME} can reach this address.` },
    };
    return this.post(message, JSON.stringify(event), options);
  }

  private async post({ delivery, settings }: MessageContext, body: string, options: SendOptions): Promise<SendResult> {
    if (settings.sealedWebhookUrl === null)
      throw invalid(
        'WEBHOOK_NOT_CONNECTED',
        'The outgoing webhook has no address yet. Add one in Settings under Connections.',
      );
    const url = this.secretBox.open(settings.sealedWebhookUrl, SEALED_FIELDS.webhookUrl(settings.accountId));
    await this.webhook.deliver({ url, id: delivery.id, body, settings }, options);
    return {};
  }
}
