import type { AddOn } from './plans';

/** Where the result of a call can go. A callback goes to the address that came with the call, a webhook to the account's own. */
export const DELIVERY_CHANNELS = [
  'servicetitan',
  'slack',
  'teams',
  'google_chat',
  'email',
  'callback',
  'webhook',
] as const;
export type DeliveryChannelName = (typeof DELIVERY_CHANNELS)[number];

/** What people call them. */
export const CHANNEL_NAMES: Record<DeliveryChannelName, string> = {
  servicetitan: 'ServiceTitan',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  google_chat: 'Google Chat',
  email: 'Email',
  callback: 'Callback',
  webhook: 'Outgoing webhook',
};

/** Those an account is connected with in its settings; a test message can be sent on each. */
export const CONNECTION_CHANNELS = ['servicetitan', 'slack', 'teams', 'google_chat', 'email', 'webhook'] as const;
export type ConnectionChannel = (typeof CONNECTION_CHANNELS)[number];

/** Those that alert people, each by its switch and its flags for the labels. */
export const ALERT_CHANNELS = ['slack', 'teams', 'google_chat', 'email'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

const TEAM_CHAT_CHANNELS: ReadonlySet<DeliveryChannelName> = new Set(['slack', 'teams', 'google_chat']);

/** Whether an account may use a channel: team chat is an add-on, one for all three. Where nothing can be bought, nothing needs to be. */
export function isEntitled(
  channel: DeliveryChannelName,
  { addOns, paymentsSetUp }: { addOns: readonly AddOn[]; paymentsSetUp: boolean },
): boolean {
  return !TEAM_CHAT_CHANNELS.has(channel) || !paymentsSetUp || addOns.length > 0;
}

/**
 * Where a channel's messages go, in words for people: an address each for email, one place for the rest. Never a secret.
 * @param place what the account calls the place
 */
export function destinationsOf(
  channel: ConnectionChannel,
  place: {
    slackChannel: string | null;
    teamsTeamName: string | null;
    emailAddress: readonly string[];
    serviceTitanTenant: string | null;
  },
): string[] {
  switch (channel) {
    case 'servicetitan':
      return [`Tenant ${place.serviceTitanTenant ?? ''}`.trim()];
    case 'slack':
      return [place.slackChannel ?? 'Slack'];
    case 'teams':
      return [place.teamsTeamName ?? 'Microsoft Teams'];
    case 'google_chat':
      return ['Google Chat'];
    case 'email':
      return [...new Set(place.emailAddress)];
    case 'webhook':
      return ['Outgoing webhook'];
  }
}

/**
 * States of one delivery. `sending` is committed before the request leaves and the outcome after it, so a crash in
 * between leaves `unknown`: the far side may or may not have it.
 */
export const DELIVERY_STATES = [
  'pending',
  'sending',
  'sent',
  'retry',
  'unknown',
  'verifying',
  'failed',
  'dead',
  'suppressed',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const FINAL_DELIVERY_STATES: ReadonlySet<DeliveryState> = new Set(['sent', 'failed', 'dead', 'suppressed']);

/** Whether nothing more happens to a delivery by itself. */
export function isFinalDeliveryState(state: DeliveryState): boolean {
  return FINAL_DELIVERY_STATES.has(state);
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits between tries. An alert a day late is noise; a note is worth having for a day. */
const ALERT_RETRY_DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR];
const NOTE_RETRY_DELAYS_MS = [...ALERT_RETRY_DELAYS_MS, 5 * HOUR, 8 * HOUR, 8 * HOUR];

/**
 * The wait before the next try, or `undefined` when the schedule is spent.
 * @param attempts tries made so far, from 1
 */
export function deliveryRetryDelayMs(channel: DeliveryChannelName, attempts: number): number | undefined {
  const delays = channel === 'servicetitan' ? NOTE_RETRY_DELAYS_MS : ALERT_RETRY_DELAYS_MS;
  return delays[attempts - 1];
}
