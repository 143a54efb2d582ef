import { Injectable } from '@nestjs/common';

import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { signWebhook } from '@ringwell/platform/crypto/standard-webhook';
import { statusError } from '@ringwell/platform/outbound/outbound-error';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';

import type { SendOptions } from './delivery-channel';

export interface WebhookMessage {
  url: string;
  /** Sent as `webhook-id`. A resent message has the same ID, so that receivers recognize it. */
  id: string;
  body: string;
  /** Settings that contain the signing secret; without one, the message isn't signed. */
  settings: Pick<AccountSettings, 'accountId' | 'sealedWebhookSecret'>;
}

/** Posts events to callbacks and webhooks, signed per Standard Webhooks. https://www.standardwebhooks.com */
@Injectable()
export class SignedWebhookClient {
  constructor(
    private readonly http: SafeHttp,
    private readonly secretBox: SecretBox,
  ) {}

  /** @throws AppError like `SafeHttp.post`; from `statusError` for non-2xx statuses; `SECRET_UNREADABLE` */
  async deliver({ url, id, body, settings }: WebhookMessage, { signal }: SendOptions): Promise<void> {
    const timestampSeconds = Math.floor(Date.now() / 1_000);
    const secret =
      settings.sealedWebhookSecret &&
      this.secretBox.open(settings.sealedWebhookSecret, SEALED_FIELDS.webhookSecret(settings.accountId));
    const headers = secret
      ? signWebhook({ id, timestampSeconds, body, secret })
      : { 'webhook-id': id, 'webhook-timestamp': String(timestampSeconds) };
    const { status, headers: responseHeaders } = await this.http.post(url, {
      signal,
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    if (status < 200 || status >= 300) throw statusError(new URL(url), status, responseHeaders);
  }
}
