import type { AddOn } from '../billing/plans';
import type { ConnectionDescriptor } from '../channels/channel';
import { CHANNELS, channelsWith, type ChannelWith } from '../channels/channels';

/**
 * Names where a call's result can be sent. A callback goes to the URL that came with the call, a webhook to the URL in
 * the account's settings.
 */
export type DeliveryChannelName = keyof typeof CHANNELS;
export const DELIVERY_CHANNELS = Object.keys(CHANNELS) as DeliveryChannelName[];

export const CHANNEL_NAMES = Object.fromEntries(
  Object.entries(CHANNELS).map(([channel, { title }]) => [channel, title]),
) as Record<DeliveryChannelName, string>;

/**
 * Changes after a call's run. Connected systems are notified when a user corrects the label or edits the details, or a
 * job confirms the booking. Alerts are updated when the summary is written after they were sent.
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
 * Whether an account can use a channel. One add-on covers all team chats. If payments aren't set up, every channel is
 * available.
 */
export function isEntitled(
  channel: DeliveryChannelName,
  { addOns, takesPayments }: { addOns: readonly AddOn[]; takesPayments: boolean },
): boolean {
  return !('postsTo' in CHANNELS[channel]) || !takesPayments || addOns.length > 0;
}

type DestinationSetting = Extract<(typeof CHANNELS)[ConnectionChannel], { destination: string }>['destination'];

/**
 * Returns the display names of a channel's destinations: each address for email, otherwise one name. Never a secret.
 */
export function destinationNames(
  channel: ConnectionChannel,
  names: Record<DestinationSetting, string | readonly string[] | null>,
): string[] {
  const { title, destination, destinationPrefix }: ConnectionDescriptor = CHANNELS[channel];
  const value = destination === undefined ? null : names[destination as DestinationSetting];
  if (value !== null && typeof value !== 'string') return [...new Set(value)];
  return [destinationPrefix ? `${destinationPrefix} ${value ?? ''}`.trim() : (value ?? title)];
}

/**
 * `sending` is committed before the request goes out and the outcome afterward. After a crash in between, the state is
 * `unknown`: the message may or may not have arrived.
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

/** Final deliveries are only resent manually. */
export function isFinalDeliveryState(state: DeliveryState): boolean {
  return FINAL_DELIVERY_STATES.has(state);
}
