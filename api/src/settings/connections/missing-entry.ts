import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { ConnectionChannel } from '@ringwell/domain/delivery';

/** An account, as far as its connections go. */
export interface ConnectedAccount {
  user: Pick<User, 'serviceTitanTenant'>;
  settings: AccountSettings;
}

/** What is still to be entered before anything can be sent on a channel, as a sentence; `null` when nothing is. */
export function missingEntry(channel: ConnectionChannel, account: ConnectedAccount): string | null {
  const missing = Object.entries(entriesOf(channel, account))
    .filter(([, value]) => value === null || value.length === 0)
    .map(([what]) => what);
  return missing.length === 0 ? null : `Enter ${inWords(missing)} first.`;
}

/** What a channel needs, in words, and what there is of it. */
function entriesOf(
  channel: ConnectionChannel,
  { user, settings }: ConnectedAccount,
): Record<string, string | readonly string[] | null> {
  switch (channel) {
    case 'servicetitan':
      return {
        'the tenant': user.serviceTitanTenant,
        'the client ID': settings.serviceTitanClientId,
        'the client secret': settings.sealedServiceTitanClientSecret,
      };
    case 'slack':
      return { 'the bot token': settings.sealedSlackBotToken, 'the channel': settings.slackChannel };
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
export function inWords(things: readonly string[]): string {
  return things.length < 2 ? things.join('') : `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;
}
