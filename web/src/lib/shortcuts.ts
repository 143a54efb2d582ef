import { useEffect, useEffectEvent } from 'react';

const WRITABLE = 'input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable=""], [contenteditable=true]';

const DIALOG = '[role=dialog], [role=alertdialog]';

interface Shortcut {
  /** As in KeyboardEvent.key, lower case. */
  key: string;
  /** Ctrl, or Cmd on a Mac. */
  command?: boolean;
}

/** Runs `action` on a key, except while somebody writes in a field or has a dialog open. */
export function useShortcut({ key, command = false }: Shortcut, action: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== key || (event.ctrlKey || event.metaKey) !== command || event.altKey) return;
    if (event.defaultPrevented || isWriting(event.target) || document.querySelector(DIALOG)) return;
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
