import type { InfiniteData } from '@tanstack/react-query';

import { NEXT_TRY_MINUTES } from '@ringwell/domain/follow-ups/follow-up';

import type { FollowUp, FollowUpChange, FollowUpPage, Today } from '../../api/types';
import { getCurrentList } from './follow-up-filters';

type Assignee = NonNullable<FollowUp['assignee']>;

/** The expected state of a follow-up after a change the API hasn't confirmed yet. */
export function applyChange<T extends FollowUp>(followUp: T, change: FollowUpChange, assignee: Assignee): T {
  return { ...followUp, version: followUp.version + 1, ...getChangedFields(followUp, change, assignee) };
}

function getChangedFields(
  { assignee, takenBy, callCount, promise, tries }: FollowUp,
  change: FollowUpChange,
  newAssignee: Assignee,
): Partial<FollowUp> {
  const now = new Date().toISOString();
  switch (change.action) {
    case 'take':
    case 'assign':
      return { state: 'in_progress', assignee: newAssignee, takenBy: null, snoozedUntil: null };
    case 'release':
      return { state: 'open', assignee: null, takenBy: null };
    case 'snooze':
      return { snoozedUntil: change.until ?? null, isOverdue: false };
    case 'unsnooze':
      return { snoozedUntil: null };
    case 'no_answer':
      return { tries: tries + 1, snoozedUntil: estimateNextTry(), isOverdue: false };
    case 'undo_no_answer':
      return { tries: Math.max(tries - 1, 0), snoozedUntil: change.until ?? null };
    case 'still_unhappy':
      return { tries: 0, snoozedUntil: null };
    case 'done':
      return { state: 'done', outcome: change.outcome ?? null, closedAt: now, snoozedUntil: null, isOverdue: false };
    case 'dismiss':
      if (mightStayOpen(change, callCount)) return {};
      return { state: 'dismissed', outcome: null, closedAt: now, snoozedUntil: null, isOverdue: false };
    case 'reopen':
      return { state: assignee === null && takenBy === null ? 'open' : 'in_progress', outcome: null, closedAt: null };
    case 'confirm_promise':
      return { promise: promise && { ...promise, isConfirmed: true } };
    case 'deny_promise':
      return { promise: promise && { ...promise, isConfirmed: false }, isPromisedTime: false };
    case 'note':
      return {};
  }
}

// An estimate: the API also considers business hours.
function estimateNextTry(): string {
  return new Date(Date.now() + NEXT_TRY_MINUTES * 60_000).toISOString();
}

// Whether a corrected follow-up may stay open, because of a Negative label or another call. The API has the final say.
function mightStayOpen({ correctLabel }: FollowUpChange, callCount: number): boolean {
  return correctLabel === 'negative' || (correctLabel !== undefined && callCount > 1);
}

type Update = <T extends FollowUp>(followUp: T) => T;

/**
 * Updates cached follow-ups after one of them changes. Removes it from lists it no longer belongs to. The second
 * parameter is the query key without the prefix shared by all follow-ups: the kind of data, and its list or ID.
 */
export function updateCachedData(data: unknown, [kind, key]: readonly unknown[], id: string, update: Update): unknown {
  if (kind === 'one') return data !== undefined && key === id ? update(data as FollowUp) : data;
  const now = new Date();
  return updatePages(data, kind, (followUps) =>
    followUps
      .map((item) => (item.id === id ? update(item) : item))
      .filter((item) => item.id !== id || kind === 'call' || key === 'all' || getCurrentList(item, now) === key),
  );
}

/** Restores a follow-up's state and position from old data. Keeps other changes made since. */
export function restoreCachedData(data: unknown, [kind, key]: readonly unknown[], id: string, old: unknown): unknown {
  if (old === undefined) return data;
  if (kind === 'one') return key === id ? old : data;
  const oldPages = kind === 'list' ? (old as InfiniteData<FollowUpPage>).pages : [old as FollowUpPage];
  return updatePages(data, kind, (followUps, page) => {
    const position = oldPages[page]?.followUps.findIndex((item) => item.id === id) ?? -1;
    const oldItems = oldPages[page]?.followUps.slice(position, position + 1) ?? [];
    return position < 0 ? followUps : followUps.filter((item) => item.id !== id).toSpliced(position, 0, ...oldItems);
  });
}

type UpdateFollowUps = (followUps: FollowUp[], page: number) => FollowUp[];

// Updates each page of the data, unless it is of another kind.
function updatePages(data: unknown, kind: unknown, update: UpdateFollowUps): unknown {
  if (data === undefined) return undefined;
  const updatePage = <T extends Pick<FollowUpPage, 'followUps'>>(page: T, index = 0): T => ({
    ...page,
    followUps: update(page.followUps, index),
  });
  switch (kind) {
    case 'list': {
      const list = data as InfiniteData<FollowUpPage>;
      return { ...list, pages: list.pages.map(updatePage) };
    }
    case 'today': {
      const today = updatePage(data as Today);
      const removedCount = (data as Today).followUps.length - today.followUps.length;
      return { ...today, counts: { ...today.counts, today: today.counts.today - removedCount } };
    }
    case 'call':
      return updatePage(data as FollowUpPage);
    default:
      return data;
  }
}
