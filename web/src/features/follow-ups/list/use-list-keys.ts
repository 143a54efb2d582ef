import type { RefObject } from 'react';

import type { FollowUp } from '../../../api/types';
import { useShortcut } from '../../../lib/browser/shortcuts';
import { ACTION_KEYS, type PerformAction } from '../actions';
import { ROW_ID_ATTRIBUTE } from './follow-up-row';

/** J and K move between rows, Enter follows the focused link, O expands the row in place, and other keys act on it. */
export function useListKeys(
  list: RefObject<HTMLUListElement | null>,
  followUps: readonly FollowUp[],
  act: PerformAction | undefined,
): void {
  const rows = (): Element[] => [...(list.current?.children ?? [])];
  const focusedIndex = (): number => rows().findIndex((row) => row.contains(document.activeElement));
  const move = (step: 1 | -1): void => {
    const all = rows();
    const index = focusedIndex();
    const next = index < 0 ? 0 : Math.min(Math.max(index + step, 0), all.length - 1);
    focusRow(all[next]);
  };
  const run = (action: keyof typeof ACTION_KEYS): void => {
    const id = rows()[focusedIndex()]?.getAttribute(ROW_ID_ATTRIBUTE);
    const followUp = followUps.find((each) => each.id === id);
    if (followUp) act?.(followUp, action);
  };
  useShortcut({ key: 'j' }, () => move(1));
  useShortcut({ key: 'k' }, () => move(-1));
  useShortcut({ key: 'o' }, () => rows()[focusedIndex()]?.querySelector<HTMLElement>('button[aria-expanded]')?.click());
  useShortcut({ key: ACTION_KEYS.take }, () => run('take'));
  useShortcut({ key: ACTION_KEYS.done }, () => run('done'));
  useShortcut({ key: ACTION_KEYS.snooze }, () => run('snooze'));
  useShortcut({ key: ACTION_KEYS.note }, () => run('note'));
}

export function focusRow(row: Element | undefined): void {
  const link = row?.querySelector('a');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
}
