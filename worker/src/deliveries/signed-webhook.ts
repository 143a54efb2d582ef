import { Injectable } from '@nestjs/common';

import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { signWebhook } from '@ringwell/platform/crypto/standard-webhook';
import { statusError } from '@ringwell/platform/outbound/outbound-error';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';

import type { SendOptions } from './delivery-channel';

export interface WebhookMessage {
  url: string;
  /** Tells a repeat: the same message has the same id. */
  id: string;
  /** JSON. */
  body: string;
  /** Whose secret signs; an account that has none yet sends without a signature. */
  settings: Pick<AccountSettings, 'userId' | 'sealedWebhookSecret'>;
}

/** Posts what systems are told, signed by the Standard Webhooks scheme. https://www.standardwebhooks.com */
@Injectable()
export class SignedWebhook {
  constructor(
    private readonly http: SafeHttp,
    private readonly sealedBox: SecretBox,
  ) {}

  /** @throws AppError as `SafeHttp.post` and, for answers other than 2xx, as `statusError` */
  async post({ url, id, body, settings }: WebhookMessage, { signal }: SendOptions): Promise<void> {
    const timestampSeconds = Math.floor(Date.now() / 1_000);
    const secret =
      settings.sealedWebhookSecret &&
      this.sealedBox.open(settings.sealedWebhookSecret, SEALED_FIELDS.webhookSecret(settings.userId));
    const headers = secret
      ? signWebhook({ id, timestampSeconds, body, secret })
      : { 'webhook-id': id, 'webhook-timestamp': String(timestampSeconds) };
    const answer = await this.http.post(url, {
      signal,
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    if (answer.status < 200 || answer.status >= 300) throw statusError(new URL(url), answer.status, answer.headers);
  }
}
