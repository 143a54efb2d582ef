import { ALERT_CHANNELS, CONNECTION_CHANNELS, type ConnectionChannel } from '@ringwell/domain/delivery';

/** Beginnings of the settings that belong to a channel. */
const PREFIXES: Record<ConnectionChannel, readonly string[]> = {
  servicetitan: ['serviceTitan', 'noteTarget'],
  slack: ['slack'],
  teams: ['teams'],
  google_chat: ['googleChat'],
  email: ['email'],
  webhook: ['webhook'],
};

/** Settings that say where messages go or how they get in there; what happened before they changed tells nothing any more. */
const MEANS = new Set([
  'slackBotToken',
  'teamsWebhookUrl',
  'googleChatWebhookUrl',
  'webhookUrl',
  'serviceTitanTenant',
  'serviceTitanClientId',
  'serviceTitanClientSecret',
  'serviceTitanEnvironment',
]);

/** The channels on which what waits may be sent now that these settings have changed. */
export function channelsOf(fields: readonly string[]): ConnectionChannel[] {
  if (fields.includes('active')) return [...CONNECTION_CHANNELS];
  const opened = fields.includes('addOns') ? ALERT_CHANNELS : [];
  return CONNECTION_CHANNELS.filter(
    (channel) =>
      (opened as readonly ConnectionChannel[]).includes(channel) ||
      fields.some((field) => PREFIXES[channel].some((prefix) => field.startsWith(prefix))),
  );
}

/** The channels that are reached by other means now that these settings have changed. */
export function reconnectedChannels(fields: readonly string[]): ConnectionChannel[] {
  return channelsOf(fields.filter((field) => MEANS.has(field)));
}
