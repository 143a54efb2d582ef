import type { FollowUpRejection } from '@ringwell/database/follow-ups/follow-up-changes.repository';
import type { FollowUpEvent } from '@ringwell/database/follow-ups/follow-up.entity';
import { conflict, type AppError } from '@ringwell/domain/errors/app-error';
import { FOLLOW_UP_OUTCOME_NAMES, type FollowUpEventType } from '@ringwell/domain/follow-ups/follow-up';
import { formatTime } from '@ringwell/domain/time';

const ACTOR_EVENT_PHRASES: Record<FollowUpEventType, string> = {
  opened: 'opened this',
  joined: 'added a call',
  called: 'called this customer',
  no_answer_undone: 'undid "No answer" for this customer',
  taken: 'took this',
  assigned: 'assigned this',
  released: 'released this',
  snoozed: 'snoozed this',
  noted: 'added a note',
  corrected: 'corrected the label',
  promise_confirmed: 'confirmed the promise',
  promise_denied: 'denied the promise',
  overdue: 'marked this as overdue',
  done: 'closed this',
  dismissed: 'dismissed this',
  reopened: 'reopened this',
};

const AUTOMATIC_EVENT_PHRASES: Partial<Record<FollowUpEventType, string>> = {
  opened: 'It was opened',
  joined: 'The customer called again',
  called: 'The customer was called',
  overdue: 'It became overdue',
  done: 'A later call or job closed this',
  dismissed: "A change to the call's result dismissed this",
  reopened: "A change to the call's result or job reopened this",
};

const CODES = {
  changed: 'FOLLOW_UP_CHANGED',
  taken: 'FOLLOW_UP_CHANGED',
  closed: 'FOLLOW_UP_CLOSED',
  waiting: 'FOLLOW_UP_WAITING',
  other_waiting: 'FOLLOW_UP_WAITING',
} as const;

const REJECTION_ADVICE = {
  changed: 'Check it, then make your change again if it still applies.',
  taken: 'To take it over, open it first.',
  closed: 'Reopen it to change it.',
  waiting: "It isn't closed.",
  other_waiting: 'This customer already has another open follow-up. Use that one.',
} as const;

/** Returns an error that describes the conflicting change: `Dana Reyes took this on Tue, Mar 31, 10:12 AM EDT.` */
export function toRejectionError(
  rejection: Exclude<FollowUpRejection, 'not_found'>,
  events: readonly FollowUpEvent[],
  timeZone: string,
): AppError {
  const event = events.findLast(({ type }) => rejection !== 'taken' || type === 'taken' || type === 'assigned');
  const eventText = event && rejection !== 'other_waiting' ? `${describeEvent(event, timeZone)} ` : '';
  return conflict(CODES[rejection], `${eventText}${REJECTION_ADVICE[rejection]}`);
}

function describeEvent({ type, actor, outcome, until, at }: FollowUpEvent, timeZone: string): string {
  const actorAction = type === 'snoozed' && until === null ? 'unsnoozed this' : ACTOR_EVENT_PHRASES[type];
  const eventText = actor === null ? (AUTOMATIC_EVENT_PHRASES[type] ?? 'It changed') : `${actor} ${actorAction}`;
  const outcomeText = outcome === null ? '' : ` (${FOLLOW_UP_OUTCOME_NAMES[outcome].toLowerCase()})`;
  return `${eventText}${outcomeText} on ${formatTime(at, timeZone, 'dateTime')}.`;
}
