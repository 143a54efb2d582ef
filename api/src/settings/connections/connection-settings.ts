import { ALERT_CHANNELS, CONNECTION_CHANNELS, type ConnectionChannel } from '@ringwell/domain/delivery';

import { RECONNECTING_SETTINGS } from '../setting-definitions';

const PREFIXES: Record<ConnectionChannel, readonly string[]> = {
  servicetitan: ['serviceTitan', 'noteTarget'],
  slack: ['slack'],
  teams: ['teams'],
  google_chat: ['googleChat'],
  email: ['email'],
  webhook: ['webhook'],
};

/** The channels whose waiting messages may be deliverable after a change of these settings. */
export function channelsOf(fields: readonly string[]): ConnectionChannel[] {
  if (fields.includes('active')) return [...CONNECTION_CHANNELS];
  const unlocked: readonly ConnectionChannel[] = fields.includes('addOns') ? ALERT_CHANNELS : [];
  return CONNECTION_CHANNELS.filter(
    (channel) =>
      unlocked.includes(channel) ||
      fields.some((field) => PREFIXES[channel].some((prefix) => field.startsWith(prefix))),
  );
}

/** The channels that point elsewhere, or use other credentials, after a change of these settings. */
export function reconnectedChannels(fields: readonly string[]): ConnectionChannel[] {
  const reconnecting: readonly string[] = RECONNECTING_SETTINGS;
  return channelsOf(fields.filter((field) => reconnecting.includes(field)));
}
