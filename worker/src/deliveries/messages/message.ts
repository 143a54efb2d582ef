import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';

import type { AttemptOutcome, DeliveryChannel, SendOptions, Suppression } from '../delivery-channel';

/** One try to send a delivery. */
export interface Attempt {
  delivery: Delivery;
  channel: DeliveryChannel;
  options: SendOptions;
}

/** Nothing was sent: the message waits. */
export interface Postponed {
  waitMs: number;
  reason?: Suppression;
}

export type AttemptResult = AttemptOutcome | Postponed;
