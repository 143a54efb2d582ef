import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { Account } from '@ringwell/database/accounts/account.entity';
import type { ConnectionChannel } from '@ringwell/domain/delivery';

export interface ConnectedAccount {
  account: Pick<Account, 'serviceTitanTenant'>;
  settings: AccountSettings;
}

/** A sentence that says what to enter before the channel can be used; null if nothing is missing. */
export function missingSettings(channel: ConnectionChannel, account: ConnectedAccount): string | null {
  const missing = Object.entries(requiredSettings(channel, account))
    .filter(([, value]) => value === null || value.length === 0)
    .map(([name]) => name);
  const [first, ...others] = missing;
  if (first === undefined) return null;
  return `Add ${joinWithAnd([first, ...others.map((name) => name.replace(/^an? /, ''))])} to connect.`;
}

function requiredSettings(
  channel: ConnectionChannel,
  { account, settings }: ConnectedAccount,
): Record<string, string | readonly string[] | null> {
  switch (channel) {
    case 'servicetitan':
      return {
        'a tenant ID': account.serviceTitanTenant,
        'a client ID': settings.serviceTitanClientId,
        'a client secret': settings.sealedServiceTitanClientSecret,
      };
    case 'slack':
      return { 'a bot token': settings.sealedSlackBotToken, 'a channel': settings.slackChannel };
    case 'teams':
      return { 'the webhook URL of a Teams workflow': settings.sealedTeamsWebhookUrl };
    case 'google_chat':
      return { 'the webhook URL of a Google Chat space': settings.sealedGoogleChatWebhookUrl };
    case 'email':
      return { 'an email address': settings.emailAddress };
    case 'webhook':
      return { 'the URL of your system': settings.sealedWebhookUrl };
  }
}

/** `a`, `a and b`, `a, b and c` */
export function joinWithAnd(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
