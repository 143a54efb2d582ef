import type { AddOn } from '../billing/plans';
import type { ConnectionDescriptor } from '../channels/channel';
import { CHANNELS, channelsWith, type ChannelWith } from '../channels/channels';

/**
 * Where a call's result can be sent. A callback goes to the address that came with the call, a webhook to the address
 * in the account's settings.
 */
export type DeliveryChannelName = keyof typeof CHANNELS;
export const DELIVERY_CHANNELS = Object.keys(CHANNELS) as DeliveryChannelName[];

export const CHANNEL_NAMES = Object.fromEntries(
  Object.entries(CHANNELS).map(([channel, { title }]) => [channel, title]),
) as Record<DeliveryChannelName, string>;

/**
 * Events after a call's run: a user corrected its label, a user edited its details, or a job confirmed its booking, all
 * of which are sent to connected systems; or its text was written after an alert was sent.
 */
export const DELIVERY_EVENTS = ['call.corrected', 'call.edited', 'call.confirmed', 'call.written'] as const;
export type DeliveryEvent = (typeof DELIVERY_EVENTS)[number];

export const DELIVERY_EVENT_NAMES: Record<DeliveryEvent, string> = {
  'call.corrected': 'label corrected',
  'call.edited': 'details edited',
  'call.confirmed': 'booking confirmed',
  'call.written': 'summary added',
};

/** Channels that accounts connect in their settings. Each supports test messages. */
export type ConnectionChannel = ChannelWith<{ settings: object }>;
export const CONNECTION_CHANNELS: readonly ConnectionChannel[] = channelsWith<'settings', object>('settings');

/** Channels that alert people. Each has a setting to turn it on and one per label. */
export type AlertChannel = ChannelWith<{ kind: 'alert' }>;
export const ALERT_CHANNELS: readonly AlertChannel[] = channelsWith('kind', 'alert' as const);

export function isAlertChannel(channel: DeliveryChannelName): channel is AlertChannel {
  return CHANNELS[channel].kind === 'alert';
}

/**
 * Whether an account can use a channel. Team chat is one add-on for all chats. If payments aren't set up, every channel
 * is available.
 */
export function isEntitled(
  channel: DeliveryChannelName,
  { addOns, paymentsSetUp }: { addOns: readonly AddOn[]; paymentsSetUp: boolean },
): boolean {
  return !('postsTo' in CHANNELS[channel]) || !paymentsSetUp || addOns.length > 0;
}

type NamingSetting = Extract<(typeof CHANNELS)[ConnectionChannel], { destination: string }>['destination'];

/**
 * Returns the display names of a channel's destinations: one per address for email, a single one for every other
 * channel. Never a secret.
 */
export function destinationNames(
  channel: ConnectionChannel,
  names: Record<NamingSetting, string | readonly string[] | null>,
): string[] {
  const { title, destination, destinationWord }: ConnectionDescriptor = CHANNELS[channel];
  const value = destination === undefined ? null : names[destination as NamingSetting];
  if (value !== null && typeof value !== 'string') return [...new Set(value)];
  return [destinationWord ? `${destinationWord} ${value ?? ''}`.trim() : (value ?? title)];
}

/**
 * `sending` is committed before the request goes out and the outcome after it. A crash in between leaves `unknown`: the
 * message may or may not have arrived.
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

export const DELIVERY_STATE_NAMES: Record<DeliveryState, string> = {
  pending: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  retry: 'Trying again',
  unknown: 'Delivery unconfirmed',
  verifying: 'Confirming delivery…',
  failed: 'Failed',
  dead: 'Failed (no more retries)',
  suppressed: 'Not sent',
};

const FINAL_DELIVERY_STATES: ReadonlySet<DeliveryState> = new Set(['sent', 'failed', 'dead', 'suppressed']);

/** Whether a delivery is final, so that it's resent only manually. */
export function isFinalDeliveryState(state: DeliveryState): boolean {
  return FINAL_DELIVERY_STATES.has(state);
}
