import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

import { ROW_ID } from './follow-up-row';
import { focusRow } from './use-list-keys';

/**
 * Moves the focus to the row in the place of one that has left the list while a dialog about it had the focus.
 * @param ids of the rows
 * @returns for `onFocus` of the list
 */
export function useFocusNextRow(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
): (event: FocusEvent<HTMLElement>) => void {
  const latest = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (latest.current === null || !isLost || ids.includes(latest.current.id)) return;
    const rows = [...(list.current?.querySelectorAll(`[${ROW_ID}]`) ?? [])];
    if (rows.length === 0) list.current?.focus();
    else focusRow(rows[Math.min(latest.current.index, rows.length - 1)]);
    latest.current = null;
  }, [list, ids]);
  return ({ target }) => {
    const id = target.closest(`[${ROW_ID}]`)?.getAttribute(ROW_ID);
    if (id) latest.current = { id, index: ids.indexOf(id) };
  };
}
