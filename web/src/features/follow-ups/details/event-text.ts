import type { CallDirection } from '@ringwell/domain/calls/call';
import { FOLLOW_UP_OUTCOME_NAMES } from '@ringwell/domain/follow-ups/follow-up';

import type { FollowUpEvent } from '../../../api/types';

type DescribedEvent = Pick<FollowUpEvent, 'type' | 'actor' | 'outcome' | 'note' | 'callId'>;

/**
 * Describes a history entry.
 * @param until the end of the snooze or the time of the next try, as text
 * @param direction the direction of the entry's call, if known
 */
export function eventText(
  { type, actor, outcome, note, callId }: DescribedEvent,
  until: string | null,
  direction: CallDirection | null,
): string {
  const actorName = actor ?? 'Someone';
  const result = outcome === null ? '' : `: ${FOLLOW_UP_OUTCOME_NAMES[outcome]}`;
  switch (type) {
    case 'opened':
      return direction === 'inbound' ? 'The customer called' : 'Opened by a call with the customer';
    case 'joined':
      return direction === 'inbound' ? 'The customer called again' : 'Another call with the customer was added';
    case 'called':
      if (actor === null) return 'The office called the customer';
      return outcome === 'no_answer' && until !== null
        ? `${actorName} called: no answer. Next try ${until}`
        : `${actorName} called${result.toLowerCase()}`;
    case 'no_answer_undone':
      return `${actorName} undid "No answer"`;
    case 'taken':
      return `${actorName} took it`;
    case 'assigned':
      return `${actorName} assigned it to ${note ?? 'a member'}`;
    case 'released':
      return `${actorName} put it back on the list`;
    case 'snoozed':
      return until === null ? `${actorName} ended the snooze` : `${actorName} snoozed it until ${until}`;
    case 'noted':
      return `${actorName} added a note`;
    case 'corrected':
      return `${actorName} corrected the label to ${note ?? 'another label'}`;
    case 'promise_confirmed':
      return `${actorName} confirmed the promise`;
    case 'promise_denied':
      return `${actorName} said it wasn't a promise`;
    case 'overdue':
      return 'It became overdue';
    case 'done':
      if (actor === null && callId === null) return `A job was found${result}`;
      return actor === null ? `Settled by a call${result}` : `${actorName} marked it as done${result}`;
    case 'dismissed':
      return actor === null ? "Dismissed: the call's result has changed" : `${actorName} dismissed it`;
    case 'reopened':
      if (actor === null && callId === null) return 'Reopened: its job was canceled';
      return actor === null ? "Reopened: the call's result has changed" : `${actorName} reopened it`;
  }
}
