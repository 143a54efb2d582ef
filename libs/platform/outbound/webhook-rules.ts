import type { CHANNEL_SETTINGS } from '@ringwell/domain/channels/channels';
import { AppError } from '@ringwell/domain/errors/app-error';

import { removeBrackets } from './address-rules';
import { OutboundAllowList } from './outbound-allow-list';
import { parseTargetUrl } from './target-url';

// Office 365 connectors were retired in May 2026:
// https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
const RETIRED_TEAMS_HOSTS = /(^|\.)(webhook\.office\.com|outlook\.office\.com|outlook\.office365\.com)$/;
// https://developers.google.com/workspace/chat/quickstart/webhooks
const GOOGLE_CHAT_HOST = 'chat.googleapis.com';

type WebhookSetting = Extract<(typeof CHANNEL_SETTINGS)[keyof typeof CHANNEL_SETTINGS], { webhook: string }>;
/** A channel whose webhooks are all hosted by one vendor. */
export type WebhookVendor = Exclude<WebhookSetting['webhook'], 'any'>;

export interface WebhookRulesOptions {
  /** `OUTBOUND_ALLOW`: these hosts are accepted for any vendor. */
  allow: string[];
  /** `TEAMS_WEBHOOK_HOSTS`: domains whose subdomains run Teams workflows. */
  teamsHosts: readonly string[];
}

/**
 * Decides which URLs are accepted as webhooks; a vendor's webhooks must be on the vendor's hosts. Used when a URL is
 * saved and before each message, because the operator may have changed the rules since. `SafeHttp` runs the checks
 * that need DNS.
 */
export class WebhookRules {
  private readonly allow: OutboundAllowList;
  private readonly teamsSuffixes: readonly string[];
  private readonly vendorChecks: Record<WebhookVendor, (url: URL) => string | undefined> = {
    teams: (url) => this.findTeamsProblem(url),
    google_chat: findGoogleChatProblem,
  };

  constructor({ allow, teamsHosts }: WebhookRulesOptions) {
    this.allow = new OutboundAllowList(allow);
    this.teamsSuffixes = teamsHosts.map((host) => `.${host}`);
  }

  /** Returns a sentence that explains why a URL is rejected, or `undefined` if it's accepted. */
  findProblem(address: string, vendor: WebhookVendor | 'any' = 'any'): string | undefined {
    const generalProblem = this.findGeneralProblem(address);
    if (generalProblem !== undefined || vendor === 'any') return generalProblem;
    const url = new URL(address);
    if (this.isAllowedByOperator(url)) return undefined;
    return this.vendorChecks[vendor](url);
  }

  private findGeneralProblem(address: string): string | undefined {
    try {
      parseTargetUrl(address, this.allow);
      return undefined;
    } catch (error) {
      if (error instanceof AppError) return error.message;
      throw error;
    }
  }

  private isAllowedByOperator({ hostname, port, protocol }: URL): boolean {
    const host = removeBrackets(hostname);
    return (
      this.allow.allowsTarget(host, Number(port) || (protocol === 'https:' ? 443 : 80)) ||
      this.allow.allowsAddress(host)
    );
  }

  private findTeamsProblem(url: URL): string | undefined {
    if (RETIRED_TEAMS_HOSTS.test(url.hostname)) {
      return (
        'Microsoft has retired this type of webhook. Create one with the Workflows app in Teams ' +
        '("Post to a channel when a webhook request is received").'
      );
    }
    return usesDefaultPort(url) && this.teamsSuffixes.some((suffix) => url.hostname.endsWith(suffix))
      ? undefined
      : 'This is not a Teams workflow URL. Copy it from the Workflows app. Its host ends in api.powerplatform.com.';
  }
}

function findGoogleChatProblem(url: URL): string | undefined {
  const hasCredentials = url.searchParams.has('key') && url.searchParams.has('token');
  return usesDefaultPort(url) &&
    url.hostname === GOOGLE_CHAT_HOST &&
    /^\/v1\/spaces\/[^/]+\/messages$/.test(url.pathname) &&
    hasCredentials
    ? undefined
    : 'This is not a Google Chat webhook URL. Copy the complete URL from the space. It starts with ' +
        `https://${GOOGLE_CHAT_HOST}/v1/spaces/ and contains a key and a token.`;
}

// The URL parser drops default ports.
function usesDefaultPort({ protocol, port }: URL): boolean {
  return protocol === 'https:' && port === '';
}
