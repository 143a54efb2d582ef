import { Inject, Injectable } from '@nestjs/common';

import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';
import { CONFIG } from '@ringwell/platform/config/config.module';
import { publicUrlOf } from '@ringwell/platform/config/public-url';
import type { Config } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

import { callEvent } from '../../call-event';
import {
  DeliveryChannel,
  onceMore,
  type DeliveryMessage,
  type SendOptions,
  type Sent,
  type Verification,
} from '../../delivery-channel';
import { SignedWebhook } from '../../signed-webhook';

/** Tells the sender of a call how it ended, at the address that came with the call. */
@Injectable()
export class CallbackChannel extends DeliveryChannel {
  override readonly name: DeliveryChannelName = 'callback';

  constructor(
    private readonly webhook: SignedWebhook,
    private readonly sealedBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  override async send(message: DeliveryMessage, options: SendOptions): Promise<Sent> {
    const { call, delivery, settings } = message;
    if (!call.sealedCallbackUrl) throw new Error('A callback goes to an address that came with the call.');
    const url = this.sealedBox.open(call.sealedCallbackUrl, SEALED_FIELDS.callCallbackUrl(call.id));
    await this.webhook.post(
      { url, id: delivery.id, body: callEvent(message, publicUrlOf(this.config)), settings },
      options,
    );
    return {};
  }

  /** The receiver can tell a repeat by its webhook-id. */
  override verify({ delivery }: DeliveryMessage): Promise<Verification> {
    return Promise.resolve(onceMore(delivery));
  }
}
