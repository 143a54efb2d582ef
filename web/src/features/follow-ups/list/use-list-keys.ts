import type { RefObject } from 'react';

import type { FollowUp } from '../../../api/types';
import { useShortcut } from '../../../lib/browser/shortcuts';
import { ACTION_KEYS, type PerformAction } from '../actions';
import { ROW_ID_ATTRIBUTE } from './follow-up-row';

/** J and K move between rows, Enter follows the focused link, O expands the row in place, and other keys act on it. */
export function useListKeys(
  list: RefObject<HTMLUListElement | null>,
  followUps: readonly FollowUp[],
  onAction: PerformAction | undefined,
): void {
  const getRows = (): Element[] => [...(list.current?.children ?? [])];
  const getFocusedIndex = (): number => getRows().findIndex((row) => row.contains(document.activeElement));
  const moveFocus = (step: 1 | -1): void => {
    const rows = getRows();
    const index = getFocusedIndex();
    const nextIndex = index < 0 ? 0 : Math.min(Math.max(index + step, 0), rows.length - 1);
    focusRow(rows[nextIndex]);
  };
  const runAction = (action: keyof typeof ACTION_KEYS): void => {
    const id = getRows()[getFocusedIndex()]?.getAttribute(ROW_ID_ATTRIBUTE);
    const followUp = followUps.find((item) => item.id === id);
    if (followUp) onAction?.(followUp, action);
  };
  useShortcut({ key: 'j' }, () => moveFocus(1));
  useShortcut({ key: 'k' }, () => moveFocus(-1));
  useShortcut({ key: 'o' }, () =>
    getRows()[getFocusedIndex()]?.querySelector<HTMLElement>('button[aria-expanded]')?.click(),
  );
  useShortcut({ key: ACTION_KEYS.take }, () => runAction('take'));
  useShortcut({ key: ACTION_KEYS.done }, () => runAction('done'));
  useShortcut({ key: ACTION_KEYS.snooze }, () => runAction('snooze'));
  useShortcut({ key: ACTION_KEYS.note }, () => runAction('note'));
}

export function focusRow(row: Element | undefined): void {
  const link = row?.querySelector('a');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
}
