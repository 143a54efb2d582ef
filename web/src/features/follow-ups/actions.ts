import { isWaiting } from '@ringwell/domain/follow-ups/follow-up';

import type { FollowUp } from '../../api/types';
import { isSnoozed } from './follow-up-filters';

export type FollowUpAction =
  | 'take'
  | 'done'
  | 'snooze'
  | 'unsnooze'
  | 'note'
  | 'no_answer'
  | 'still_unhappy'
  | 'assign'
  | 'release'
  | 'dismiss'
  | 'correct'
  | 'confirm_promise'
  | 'deny_promise'
  | 'reopen';

/** Actions that ask for details in a dialog. */
export type DialogAction = Extract<FollowUpAction, 'done' | 'snooze' | 'note' | 'assign' | 'correct'>;

export type PerformAction = (followUp: FollowUp, action: FollowUpAction) => void;

export interface ActionProps {
  followUp: FollowUp;
  onAction: PerformAction;
}

export const ACTION_KEYS = { take: 't', done: 'e', snooze: 's', note: 'n' } as const;

export function isActionPossible(followUp: FollowUp, action: FollowUpAction, userId: string): boolean {
  const { kind, state, assignee, takenBy, promise } = followUp;
  switch (action) {
    case 'note':
      return true;
    case 'reopen':
      return !isWaiting(state);
    case 'unsnooze':
      return isSnoozed(followUp, new Date());
    case 'take':
      return isWaiting(state) && assignee?.id !== userId;
    case 'release':
      return isWaiting(state) && (assignee !== null || takenBy !== null);
    case 'correct':
      return isWaiting(state) && (kind === 'unhappy' || kind === 'review');
    case 'confirm_promise':
    case 'deny_promise':
      return isWaiting(state) && promise !== null;
    case 'no_answer':
    case 'still_unhappy':
    case 'done':
    case 'snooze':
    case 'assign':
    case 'dismiss':
      return isWaiting(state);
  }
}

/** The API's limits. */
export const MAX_NOTE_LENGTH = 1_000;
export const MAX_SNOOZE_DAYS = 60;
