import { BellOff, CircleCheck, CircleHelp, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react';

import type { DeliveryChannelName, DeliveryState } from '@ringwell/domain/delivery';

import type { CallDelivery } from '../../../api/types';

interface Look {
  word: string;
  Icon: LucideIcon;
  className: string;
}

const GOOD = 'text-positive';
const BAD = 'text-negative';
const WAITING = 'text-fg-muted';

const STATES: Record<DeliveryState, Look> = {
  pending: { word: 'Waiting', Icon: Clock, className: WAITING },
  sending: { word: 'Sending', Icon: LoaderCircle, className: WAITING },
  sent: { word: 'Sent', Icon: CircleCheck, className: GOOD },
  retry: { word: 'Trying again', Icon: Clock, className: WAITING },
  unknown: { word: 'Delivery unconfirmed', Icon: CircleHelp, className: WAITING },
  verifying: { word: 'Confirming delivery…', Icon: LoaderCircle, className: WAITING },
  failed: { word: 'Failed', Icon: CircleX, className: BAD },
  dead: { word: 'Failed (no more retries)', Icon: CircleX, className: BAD },
  suppressed: { word: 'Not sent', Icon: BellOff, className: WAITING },
};

/** How a message is doing. Teams answers for the workflow that takes it, not for the channel that it is posted to. */
export function lookOf({ channel, state }: Pick<CallDelivery, 'channel' | 'state'>): Look {
  const look = STATES[state];
  return channel === 'teams' && state === 'sent' ? { ...look, word: 'Sent to Teams' } : look;
}

/** How one try ended. */
export function outcomeWords(channel: DeliveryChannelName, outcome: DeliveryState): string {
  return outcome === 'retry' ? 'Failed, will retry' : lookOf({ channel, state: outcome }).word;
}

const SEND: Partial<Record<DeliveryState, string>> = {
  sent: 'Resend',
  failed: 'Resend',
  dead: 'Resend',
  retry: 'Try now',
  suppressed: 'Send now',
};

/** What sending it by hand is called; undefined while it is on its way, when the API does not take it. */
export function sendLabel(state: DeliveryState): string | undefined {
  return SEND[state];
}

/** What is asked before a message that was sent is sent once more. */
export function resendQuestion(channel: DeliveryChannelName): string {
  return channel === 'servicetitan'
    ? "This note has already been written. We'll only write it again if it was deleted."
    : "This message has already been sent. They'll get it again.";
}
