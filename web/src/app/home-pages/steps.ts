import { CHANNEL_SETTINGS, CHANNELS } from '@ringwell/domain/channels/channels';
import { ALERT_CHANNELS } from '@ringwell/domain/deliveries/delivery';

import type { AccountSettings } from '../../api/types';

const REQUIRED_SECRETS = Object.entries<object>(CHANNEL_SETTINGS).flatMap(([name, definition]) =>
  'secret' in definition && 'required' in definition ? [name as keyof typeof CHANNEL_SETTINGS] : [],
);

export interface CompletedSteps {
  call: boolean;
  connection: boolean;
  alerts: boolean;
  /** Set only for owners, because only they can invite. */
  team?: boolean;
}

export interface Team {
  members: readonly unknown[];
  invitations: readonly unknown[];
}

export function getCompletedSteps(settings: AccountSettings, calls: readonly unknown[], team?: Team): CompletedSteps {
  return {
    call: calls.length > 0,
    connection: REQUIRED_SECRETS.some((name) => settings[name] !== null),
    alerts: ALERT_CHANNELS.some(
      (channel) =>
        settings[`${CHANNELS[channel].prefix}Enabled`] && (channel !== 'email' || settings.emailAddress.length > 0),
    ),
    ...(team && { team: team.members.length > 1 || team.invitations.length > 0 }),
  };
}
