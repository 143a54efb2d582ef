import { FOLLOW_UP_OUTCOME_NAMES } from '@ringwell/domain/follow-up';

import type { FollowUpEvent } from '../../api/types';

export const FOLLOW_UPS_COPY = {
  failed: "Couldn't save the change. Please try again.",
  undo: 'Undo',
  shown: { waiting: 'Waiting', snoozed: 'Snoozed', closed: 'Closed' },
  take: 'Take',
  takeOver: 'Take over',
  done: {
    action: 'Done',
    title: 'How did it go?',
    note: 'Note',
    missing: 'Choose how it went.',
    snooze: 'Snooze instead',
    succeeded: 'Marked as done',
  },
  snooze: {
    action: 'Snooze',
    title: 'Snooze until',
    text: "It leaves the list and comes back then. It doesn't become overdue meanwhile.",
    pick: 'Pick a time',
    outOfReach: (days: number) => `Choose a time in the next ${days} days.`,
    end: 'Show now',
  },
  note: { action: 'Add a note', title: 'Add a note', label: 'Note', missing: 'Write the note first.' },
  assign: { action: 'Assign', title: 'Assign to', missing: 'Choose who takes it.' },
  release: 'Put back',
  dismiss: 'The label is wrong',
  dismissed: 'Dismissed: the label is wrong',
  reopen: 'Reopen',
  more: (customer: string) => `More actions: ${customer}`,
  caughtUp: { title: 'All caught up', text: 'No one is waiting for a call.' },
  noneSnoozed: { title: 'Nothing is snoozed', text: 'Snooze a follow-up to hide it until you can act on it.' },
  noneClosed: { title: 'Nothing is closed yet', text: 'Follow-ups move here once they are done or dismissed.' },
  noneFound: { title: 'No follow-ups found', text: 'Try other filters.' },
  notFound: {
    title: 'Follow-up not found',
    text: 'It may have been deleted with its call, or it belongs to another account.',
  },
} as const;

type Told = Pick<FollowUpEvent, 'type' | 'actor' | 'outcome' | 'note'>;

/**
 * What an entry of the history says.
 * @param until when it was snoozed to, in words
 */
export function eventText({ type, actor, outcome, note }: Told, until: string | null): string {
  const who = actor ?? 'Someone';
  const result = outcome === null ? '' : `: ${FOLLOW_UP_OUTCOME_NAMES[outcome]}`;
  switch (type) {
    case 'opened':
      return 'The customer called';
    case 'joined':
      return 'The customer called again';
    case 'called':
      return 'The office called the customer';
    case 'taken':
      return `${who} took it`;
    case 'assigned':
      return `${who} assigned it to ${note ?? 'a member'}`;
    case 'released':
      return `${who} put it back`;
    case 'snoozed':
      return until === null ? `${who} ended the snooze` : `${who} snoozed it until ${until}`;
    case 'noted':
      return `${who} added a note`;
    case 'overdue':
      return 'It became overdue';
    case 'done':
      return actor === null ? `Settled by a call${result}` : `${who} marked it as done${result}`;
    case 'dismissed':
      return actor === null ? "Dismissed: the call's label has changed" : `${who} dismissed it: the label is wrong`;
    case 'reopened':
      return actor === null ? "Reopened: the call's label has changed" : `${who} reopened it`;
  }
}
