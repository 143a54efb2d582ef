import { Inject, Injectable } from '@nestjs/common';

import { AppError, type FieldError } from '@ringwell/domain/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import { withoutBrackets } from '@ringwell/platform/outbound/address-rules';
import { OutboundAllowList } from '@ringwell/platform/outbound/outbound-allow-list';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';

import { validationFailed } from '../http/validation.pipe';

/**
 * Hosts of Teams workflows. Office 365 connectors (`webhook.office.com`) ended in May 2026.
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
 */
const TEAMS_HOSTS = /\.(api\.powerplatform\.com|logic\.azure\.com|powerautomate\.com|flow\.microsoft\.com)$/;
const RETIRED_TEAMS_HOSTS = /(^|\.)(webhook\.office\.com|outlook\.office\.com|outlook\.office365\.com)$/;
/** https://developers.google.com/workspace/chat/quickstart/webhooks */
const GOOGLE_CHAT_HOST = 'chat.googleapis.com';

/** The settings that hold an address; null clears one. */
export interface WebhookAddressChanges {
  teamsWebhookUrl?: string | null;
  googleChatWebhookUrl?: string | null;
  webhookUrl?: string | null;
}

/** Which addresses may be saved as webhooks: a vendor's only at the vendor. What `OUTBOUND_ALLOW` names is taken for any. */
@Injectable()
export class WebhookAddresses {
  private readonly allow: OutboundAllowList;

  constructor(private readonly safeHttp: SafeHttp, @Inject(CONFIG) config: Config) {
    this.allow = new OutboundAllowList(config.OUTBOUND_ALLOW);
  }

  /** @throws AppError `VALIDATION_FAILED` */
  check({ teamsWebhookUrl, googleChatWebhookUrl, webhookUrl }: WebhookAddressChanges): void {
    const errors = [
      this.refusal('teamsWebhookUrl', teamsWebhookUrl, teamsRefusal),
      this.refusal('googleChatWebhookUrl', googleChatWebhookUrl, googleChatRefusal),
      this.refusal('webhookUrl', webhookUrl, () => undefined),
    ].filter((error) => error !== undefined);
    if (errors.length > 0) throw validationFailed(errors);
  }

  private refusal(field: string, address: string | null | undefined, vendorRefusal: (url: URL) => string | undefined): FieldError | undefined {
    if (typeof address !== 'string') return undefined;
    const message = this.generalRefusal(address) ?? (this.isAllowedByOperator(new URL(address)) ? undefined : vendorRefusal(new URL(address)));
    return message === undefined ? undefined : { field, message };
  }

  private generalRefusal(address: string): string | undefined {
    try {
      this.safeHttp.assertAllowedUrl(address);
      return undefined;
    } catch (error) {
      if (error instanceof AppError) return error.message;
      throw error;
    }
  }

  private isAllowedByOperator({ hostname, port, protocol }: URL): boolean {
    const host = withoutBrackets(hostname);
    return this.allow.allowsTarget(host, Number(port) || (protocol === 'https:' ? 443 : 80)) || this.allow.allowsAddress(host);
  }
}

function teamsRefusal(url: URL): string | undefined {
  if (RETIRED_TEAMS_HOSTS.test(url.hostname)) {
    return 'Microsoft has retired this kind of webhook. Make one with the Workflows app in Teams ("Post to a channel when a webhook request is received").';
  }
  return isAtDefaultPort(url) && TEAMS_HOSTS.test(url.hostname) ? undefined
    : 'This is not the address of a Teams workflow. Copy it from the Workflows app; its host ends in api.powerplatform.com.';
}

function googleChatRefusal(url: URL): string | undefined {
  const hasCredentials = url.searchParams.has('key') && url.searchParams.has('token');
  return isAtDefaultPort(url) && url.hostname === GOOGLE_CHAT_HOST && /^\/v1\/spaces\/[^/]+\/messages$/.test(url.pathname) && hasCredentials ? undefined
    : `This is not the address of a Google Chat webhook. Copy all of it from the space; it starts with https://${GOOGLE_CHAT_HOST}/v1/spaces/ and holds a key and a token.`;
}

/** The URL parser drops the port that a scheme has anyway. */
function isAtDefaultPort({ protocol, port }: URL): boolean {
  return protocol === 'https:' && port === '';
}
