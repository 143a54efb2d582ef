/** Where the result of a call can go. */
export const DELIVERY_CHANNELS = ['servicetitan', 'slack', 'teams', 'google_chat', 'email', 'callback'] as const;
export type DeliveryChannelName = (typeof DELIVERY_CHANNELS)[number];

/**
 * States of one delivery. `sending` is committed before the request leaves and the outcome after it, so a crash in
 * between leaves `unknown`: the far side may or may not have it.
 */
export const DELIVERY_STATES = [
  'pending', 'sending', 'sent', 'retry', 'unknown', 'verifying', 'failed', 'dead', 'suppressed',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

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
