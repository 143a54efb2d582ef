import { Injectable } from '@nestjs/common';

import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { DeliveryChannelName } from '@ringwell/domain/delivery';
import { SealedBox } from '@ringwell/platform/crypto/sealed-box';
import { signWebhook } from '@ringwell/platform/crypto/standard-webhook';
import { statusError } from '@ringwell/platform/outbound/outbound-error';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';

import { DeliveryChannel, type DeliveryMessage, type Verification } from '../../delivery-channel';
import { callbackBody } from './callback.message';

/** Tells the sender of a call how it ended, at the address that came with the call. */
@Injectable()
export class CallbackChannel extends DeliveryChannel {
  override readonly name: DeliveryChannelName = 'callback';

  constructor(private readonly http: SafeHttp, private readonly sealedBox: SealedBox) {
    super();
  }

  override async send(message: DeliveryMessage, { signal }: { signal: AbortSignal }): Promise<{ providerRef?: string }> {
    const { call, delivery, settings } = message;
    if (!call.sealedCallbackUrl) throw new Error('A callback goes to an address that came with the call.');
    const url = this.sealedBox.open(call.sealedCallbackUrl, SEALED_FIELDS.callCallbackUrl(call.id));
    const secret = settings.sealedWebhookSecret
      && this.sealedBox.open(settings.sealedWebhookSecret, SEALED_FIELDS.webhookSecret(settings.userId));
    const body = callbackBody(message);
    const timestampSeconds = Math.floor(Date.now() / 1_000);
    const headers = secret
      ? signWebhook({ id: delivery.id, timestampSeconds, body, secret })
      : { 'webhook-id': delivery.id, 'webhook-timestamp': String(timestampSeconds) };
    const answer = await this.http.post(url, { signal, body, headers: { 'content-type': 'application/json', ...headers } });
    if (answer.status < 200 || answer.status >= 300) throw statusError(new URL(url), answer.status, answer.headers);
    return {};
  }

  /** The receiver can tell a repeat by its webhook-id, so one is harmless; more would be pestering. */
  override verify({ delivery }: DeliveryMessage): Promise<Verification> {
    return Promise.resolve(delivery.uncertainTries > 1 ? 'give_up' : 'send_again');
  }
}
