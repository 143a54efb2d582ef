import { useEffect, useEffectEvent } from 'react';

import { Store } from '../store';

const WRITABLE = `input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select,
  [contenteditable]:not([contenteditable=false]), [role=textbox], [role=searchbox], [role=combobox]`;
// Controls whose items are selected with letters, Space and arrow keys.
const SELECTABLE = '[role=menu], [role=listbox], [role=tree], [role=grid]';
// Controls that Space activates.
const PRESSABLE = `button, a, summary, audio, video, input:not([type=range]),
  [role=button], [role=link], [role=checkbox], [role=switch], [role=radio], [role=tab]`;
// Controls that use the arrow keys.
const ARROW_CONTROLS =
  'audio, video, [type=range], [type=radio], [role=slider], [role=spinbutton], [role=radio], [role=tab]';

const ALERT_DIALOG = '[role=alertdialog]';
const ANY_DIALOG = `[role=dialog], ${ALERT_DIALOG}`;

/** Whether the shortcut list is open. The shell renders it. */
export const shortcutListOpen = new Store(false);

/** The name of the key that `command` stands for on this machine. */
export const commandKey = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl');

interface Shortcut {
  /** `KeyboardEvent.key` in lower case. */
  key: string;
  /** Whether Ctrl, or Cmd on a Mac, must be held. */
  command?: boolean;
  /** Also active while a dialog is open, except an alert dialog. */
  overDialogs?: boolean;
  /** Also active while the user is typing in a field. */
  inFields?: boolean;
}

/** Runs `action` when the key is pressed. By default, not while the user is typing in a field or a dialog is open. */
export function useShortcut(
  { key, command = false, overDialogs = false, inFields = false }: Shortcut,
  action: () => void,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== key || (event.ctrlKey || event.metaKey) !== command || event.altKey) return;
    if (event.defaultPrevented || (!inFields && isHandledByControl(event))) return;
    if (document.querySelector(overDialogs ? ALERT_DIALOG : ANY_DIALOG)) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether the focused control handles the key itself, as a checkbox handles Space. Shortcuts ignore such keys. */
export function isHandledByControl({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isWithin = (selector: string): boolean => target instanceof Element && target.closest(selector) !== null;
  if (isWithin(WRITABLE)) return true;
  if (isWithin(SELECTABLE)) return !ctrlKey && !metaKey;
  return key === ' ' ? isWithin(PRESSABLE) : key.startsWith('Arrow') && isWithin(ARROW_CONTROLS);
}
