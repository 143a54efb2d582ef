import { Injectable } from '@nestjs/common';

import type { FieldError } from '@ringwell/domain/app-error';
import { WebhookRules, type WebhookVendor } from '@ringwell/platform/outbound/webhook-rules';

import { validationFailed } from '../http/request/strict-validation.pipe';

/** The settings that hold an address; null clears one. */
export interface WebhookAddressChanges {
  teamsWebhookUrl?: string | null;
  googleChatWebhookUrl?: string | null;
  webhookUrl?: string | null;
}

/** Which addresses may be saved as webhooks. */
@Injectable()
export class WebhookAddresses {
  constructor(private readonly rules: WebhookRules) {}

  /** @throws AppError `VALIDATION_FAILED` */
  check({ teamsWebhookUrl, googleChatWebhookUrl, webhookUrl }: WebhookAddressChanges): void {
    const errors = [
      this.refusal('teamsWebhookUrl', teamsWebhookUrl, 'teams'),
      this.refusal('googleChatWebhookUrl', googleChatWebhookUrl, 'google_chat'),
      this.refusal('webhookUrl', webhookUrl),
    ].filter((error) => error !== undefined);
    if (errors.length > 0) throw validationFailed(errors);
  }

  private refusal(field: string, address: string | null | undefined, vendor?: WebhookVendor): FieldError | undefined {
    const message = typeof address === 'string' ? this.rules.refusal(address, vendor) : undefined;
    return message === undefined ? undefined : { field, message };
  }
}
