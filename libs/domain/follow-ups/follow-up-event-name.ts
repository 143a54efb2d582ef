import type { FollowUpEventType } from './follow-up';

/** Follow-up events sent to the outgoing webhook. */
export const FOLLOW_UP_EVENT_NAMES = [
  'follow_up.opened',
  'follow_up.overdue',
  'follow_up.closed',
  'follow_up.reopened',
] as const;
export type FollowUpEventName = (typeof FOLLOW_UP_EVENT_NAMES)[number];

/** @returns null for events that aren't sent to connected systems, such as notes */
export function followUpEventName(type: FollowUpEventType): FollowUpEventName | null {
  switch (type) {
    case 'opened':
    case 'overdue':
    case 'reopened':
      return `follow_up.${type}`;
    case 'done':
    case 'dismissed':
      return 'follow_up.closed';
    case 'joined':
    case 'called':
    case 'no_answer_undone':
    case 'taken':
    case 'assigned':
    case 'released':
    case 'snoozed':
    case 'noted':
    case 'corrected':
    case 'promise_confirmed':
    case 'promise_denied':
      return null;
  }
}
