import { Inject, Injectable } from '@nestjs/common';

import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

import { callEvent } from '../../call-event';
import {
  DeliveryChannel,
  MessageSuppressed,
  type DeliveryMessage,
  type SendOptions,
  type SendResult,
  type Suppression,
} from '../../delivery-channel';
import { SignedWebhookClient } from '../../signed-webhook.client';

const CALLBACK_REMOVED: Suppression = {
  code: 'CALLBACK_REMOVED',
  message: "This call's callback address was removed or replaced. Read the result in the app or through the API.",
};

/** Receivers can recognize a resent message by its webhook-id. */
@Injectable()
export class CallbackChannel extends DeliveryChannel {
  override readonly name: DeliveryChannelName = 'callback';

  constructor(
    private readonly webhook: SignedWebhookClient,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: WorkerConfig,
  ) {
    super();
  }

  override async send(message: DeliveryMessage, options: SendOptions): Promise<SendResult> {
    const { call, delivery, settings } = message;
    if (!call.sealedCallbackUrl || delivery.destinationHash !== call.callbackHash)
      throw new MessageSuppressed(CALLBACK_REMOVED);
    const url = this.secretBox.open(call.sealedCallbackUrl, SEALED_FIELDS.callCallbackUrl(call.id));
    await this.webhook.deliver(
      { url, id: delivery.id, body: callEvent(message, getPublicUrl(this.config)), settings },
      options,
    );
    return {};
  }
}
