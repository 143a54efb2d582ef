import { CHANNELS } from '../channels/channels';
import type { DeliveryChannelName } from './delivery';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

// Delays between attempts. An alert is useless after a few hours, but a ServiceTitan note is still worth writing a day
// later.
const ALERT_RETRY_DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR];
const NOTE_RETRY_DELAYS_MS = [...ALERT_RETRY_DELAYS_MS, 5 * HOUR, 8 * HOUR, 8 * HOUR];

/**
 * Returns the delay before the next attempt, or `undefined` if no attempts are left.
 * @param attempts attempts so far, from 1
 */
export function deliveryRetryDelayMs(channel: DeliveryChannelName, attempts: number): number | undefined {
  const delays = CHANNELS[channel].kind === 'note' ? NOTE_RETRY_DELAYS_MS : ALERT_RETRY_DELAYS_MS;
  return delays[attempts - 1];
}
