import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';

import type { AttemptOutcome, DeliveryChannel, SendOptions, Suppression } from '../delivery-channel';

export interface Attempt {
  delivery: Delivery;
  channel: DeliveryChannel;
  options: SendOptions;
}

/** The result of an attempt that didn't send anything because the message has to wait. */
export interface Postponement {
  waitMs: number;
  reason?: Suppression;
}

export type AttemptResult = AttemptOutcome | Postponement;
