import { useRef, useState } from 'react';

import { rememberFocus } from '../../lib/browser/remember-focus';

interface ReturnFocus {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
}

type FocusOpener = () => boolean;

// Focuses what opened the first of several dialogs that replace one another.
let focusFirstOpener: FocusOpener | undefined;

/**
 * Returns focus to the element that opened a dialog, unless focus has moved since: otherwise, a menu opened while the
 * dialog faded out would close. Radix does this only for its own trigger components.
 */
export function useReturnFocus(): ReturnFocus {
  // Found before the dialog appears, because Radix doesn't report the opening if an element in it has `autoFocus`.
  const [focusInitialOpener] = useState(() => {
    const focusOpener = rememberOpener();
    if (!document.activeElement?.closest('[role=dialog], [role=alertdialog]')) focusFirstOpener = focusOpener;
    return focusOpener;
  });
  const focusOpener = useRef(focusInitialOpener);
  return {
    onOpenAutoFocus: () => {
      focusOpener.current = rememberOpener() ?? focusOpener.current;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      if (!focusOpener.current?.()) focusFirstOpener?.();
    },
  };
}

function rememberOpener(): FocusOpener | undefined {
  const opener = findOpener(document.activeElement);
  return opener === null || opener === document.body ? undefined : rememberFocus(opener);
}

// Returns the menu's button for a menu item, because menu items unmount.
function findOpener(focusedElement: Element | null): HTMLElement | null {
  const menuButtonId = focusedElement?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = menuButtonId ? document.getElementById(menuButtonId) : focusedElement;
  return opener instanceof HTMLElement ? opener : null;
}
