import { BellOff, CircleCheck, CircleHelp, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react';

import {
  DELIVERY_EVENT_NAMES,
  DELIVERY_STATE_NAMES,
  type DeliveryChannelName,
  type DeliveryState,
} from '@ringwell/domain/deliveries/delivery';
import type { FollowUpEventType } from '@ringwell/domain/follow-ups/follow-up';

import type { CallDelivery } from '../../../api/types';

interface StatusAppearance {
  label: string;
  Icon: LucideIcon;
  className: string;
}

const SUCCESS_CLASS = 'text-positive';
const ERROR_CLASS = 'text-negative';
const WAITING_CLASS = 'text-fg-muted';

const APPEARANCES: Record<DeliveryState, Omit<StatusAppearance, 'label'>> = {
  pending: { Icon: Clock, className: WAITING_CLASS },
  sending: { Icon: LoaderCircle, className: WAITING_CLASS },
  sent: { Icon: CircleCheck, className: SUCCESS_CLASS },
  retry: { Icon: Clock, className: WAITING_CLASS },
  unknown: { Icon: CircleHelp, className: WAITING_CLASS },
  verifying: { Icon: LoaderCircle, className: WAITING_CLASS },
  failed: { Icon: CircleX, className: ERROR_CLASS },
  dead: { Icon: CircleX, className: ERROR_CLASS },
  suppressed: { Icon: BellOff, className: WAITING_CLASS },
};

// Teams only confirms that its workflow accepted the message, not that the message was posted.
export function statusAppearance({ channel, state }: Pick<CallDelivery, 'channel' | 'state'>): StatusAppearance {
  const label = channel === 'teams' && state === 'sent' ? 'Sent to Teams' : DELIVERY_STATE_NAMES[state];
  return { ...APPEARANCES[state], label };
}

export function attemptOutcomeLabel(channel: DeliveryChannelName, outcome: DeliveryState): string {
  return outcome === 'retry' ? 'Failed, will retry' : statusAppearance({ channel, state: outcome }).label;
}

const FOLLOW_UP_EVENT_NAMES: Partial<Record<FollowUpEventType, string>> = {
  opened: 'Opened',
  overdue: 'Overdue',
  done: 'Done',
  dismissed: 'Dismissed',
  reopened: 'Reopened',
};

/** Names the event that a message reports. Null if it reports a finished call. */
export function eventText({ event, followUpEvent }: Pick<CallDelivery, 'event' | 'followUpEvent'>): string | null {
  if (followUpEvent !== null) return FOLLOW_UP_EVENT_NAMES[followUpEvent] ?? null;
  return event === null ? null : DELIVERY_EVENT_NAMES[event];
}

const SEND_BUTTON_LABELS: Partial<Record<DeliveryState, string>> = {
  sent: 'Resend',
  failed: 'Resend',
  dead: 'Resend',
  retry: 'Try now',
  suppressed: 'Send now',
};

/** Label of the button that sends a message manually. Undefined if the API would reject that. */
export function sendButtonLabel(state: DeliveryState): string | undefined {
  return SEND_BUTTON_LABELS[state];
}

export function resendQuestion(channel: DeliveryChannelName): string {
  return channel === 'servicetitan'
    ? "This note has already been written. We'll only write it again if it was deleted."
    : 'This message has already been sent. The recipients will get it again.';
}
