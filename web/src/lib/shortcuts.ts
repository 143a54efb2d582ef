import { useEffect, useEffectEvent } from 'react';

import { Store } from './store';

const WRITABLE = 'input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable=""], [contenteditable=true]';

const QUESTION = '[role=alertdialog]';
const DIALOG = `[role=dialog], ${QUESTION}`;

/** Whether the list of all shortcuts is open. The shell shows it. */
export const shortcutList = new Store(false);

interface Shortcut {
  /** As in KeyboardEvent.key, lower case. */
  key: string;
  /** Ctrl, or Cmd on a Mac. */
  command?: boolean;
  /** Also while a dialog is open, except one that asks something. */
  overDialogs?: boolean;
}

/** Runs `action` on a key, except while somebody writes in a field or has a dialog open. */
export function useShortcut({ key, command = false, overDialogs = false }: Shortcut, action: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== key || (event.ctrlKey || event.metaKey) !== command || event.altKey) return;
    if (event.defaultPrevented || isWriting(event.target) || document.querySelector(overDialogs ? QUESTION : DIALOG)) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether keys are words there. */
export function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(WRITABLE) !== null;
}
