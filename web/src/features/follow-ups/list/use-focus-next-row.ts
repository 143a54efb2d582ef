import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

import type { PerformAction } from '../actions';
import { ROW_ID_ATTRIBUTE } from './follow-up-row';
import { focusRow } from './use-list-keys';

interface FocusNextRow {
  /** Calls `onAction`, and remembers the row. */
  actOnRow: PerformAction | undefined;
  /** Event handler for the list. */
  onFocus: (event: FocusEvent<HTMLElement>) => void;
}

/**
 * Moves focus to the next row when the user's action removes a row from the list. Rows removed for other reasons, such
 * as a colleague's change, don't move focus.
 * @param listKey identifies the list. When it changes, for example because of a filter, the row is forgotten.
 */
export function useFocusNextRow(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  listKey: string,
  onAction: PerformAction | undefined,
): FocusNextRow {
  const lastRow = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    lastRow.current = null;
  }, [listKey]);
  useEffect(() => {
    const { activeElement } = document;
    const isFocusLost = activeElement === null || activeElement === document.body;
    if (lastRow.current === null || !isFocusLost || ids.includes(lastRow.current.id)) return;
    const rows = [...(list.current?.querySelectorAll(`[${ROW_ID_ATTRIBUTE}]`) ?? [])];
    if (rows.length === 0) list.current?.focus();
    else focusRow(rows[Math.min(lastRow.current.index, rows.length - 1)]);
    lastRow.current = null;
  }, [list, ids]);
  return {
    actOnRow:
      onAction &&
      ((followUp, action) => {
        lastRow.current = { id: followUp.id, index: ids.indexOf(followUp.id) };
        onAction(followUp, action);
      }),
    onFocus: ({ target }) => {
      const id = target.closest(`[${ROW_ID_ATTRIBUTE}]`)?.getAttribute(ROW_ID_ATTRIBUTE);
      if (id !== lastRow.current?.id) lastRow.current = null;
    },
  };
}
