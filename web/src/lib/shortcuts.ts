import { useEffect, useEffectEvent } from 'react';

import { Store } from './store';

const WRITABLE = `input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select,
  [contenteditable]:not([contenteditable=false]), [role=textbox], [role=searchbox], [role=combobox]`;
/** Letters, Space and arrows choose among their items. */
const CHOOSABLE = '[role=menu], [role=listbox], [role=tree], [role=grid]';
/** Space presses them. */
const PRESSABLE = `button, a, summary, audio, video, input:not([type=range]),
  [role=button], [role=link], [role=checkbox], [role=switch], [role=radio], [role=tab]`;
/** Arrows move within them. */
const MOVABLE = 'audio, video, [type=range], [type=radio], [role=slider], [role=spinbutton], [role=radio], [role=tab]';

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
    if (event.defaultPrevented || isKeyOfControl(event)) return;
    if (document.querySelector(overDialogs ? QUESTION : DIALOG)) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether the focused control answers to the key itself, as a checkbox does to Space. Shortcuts leave such keys. */
export function isKeyOfControl({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isIn = (controls: string): boolean => target instanceof Element && target.closest(controls) !== null;
  if (isIn(WRITABLE)) return true;
  if (isIn(CHOOSABLE)) return !ctrlKey && !metaKey;
  return key === ' ' ? isIn(PRESSABLE) : key.startsWith('Arrow') && isIn(MOVABLE);
}
