import { useState } from 'react';

import { rememberFocus } from '../../lib/browser/remember-focus';

type FocusOpener = () => boolean;

// Focuses what opened the first of several dialogs that replace one another.
let focusFirstOpener: FocusOpener | undefined;

/**
 * Returns focus to the element that opened a dialog, unless focus has moved since: otherwise, a menu opened while the
 * dialog faded out would close. Radix does this only for its own trigger components.
 * @returns the event handler `onCloseAutoFocus`
 */
export function useReturnFocus(open = true): (event: Event) => void {
  // Finds the opener before the dialog appears, because an element in it may have `autoFocus`.
  const [opening, setOpening] = useState<{ open: boolean; focusOpener?: FocusOpener | undefined }>({ open: false });
  if (open !== opening.open) setOpening({ open, focusOpener: open ? rememberOpener() : opening.focusOpener });
  return (event) => {
    event.preventDefault();
    if (!opening.focusOpener?.()) focusFirstOpener?.();
  };
}

function rememberOpener(): FocusOpener | undefined {
  const opener = findOpener(document.activeElement);
  const focusOpener = opener === null || opener === document.body ? undefined : rememberFocus(opener);
  if (!document.activeElement?.closest('[role=dialog], [role=alertdialog]')) focusFirstOpener = focusOpener;
  return focusOpener;
}

// Returns the menu's button for a menu item, because menu items unmount.
function findOpener(focusedElement: Element | null): HTMLElement | null {
  const menuButtonId = focusedElement?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = menuButtonId ? document.getElementById(menuButtonId) : focusedElement;
  return opener instanceof HTMLElement ? opener : null;
}
