import { useRef } from 'react';

interface ReturnFocus {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
}

/**
 * Returns focus to the element that opened a dialog, unless focus has moved since: otherwise, a menu opened while the
 * dialog faded out would close. Radix does this only for its own trigger components.
 */
export function useReturnFocus(): ReturnFocus {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = findOpener(document.activeElement);
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      if (document.activeElement === null || document.activeElement === document.body) opener.current?.focus();
    },
  };
}

// Returns the menu's button for a menu item, because menu items unmount.
function findOpener(focusedElement: Element | null): HTMLElement | null {
  const menuButtonId = focusedElement?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = menuButtonId ? document.getElementById(menuButtonId) : focusedElement;
  return opener instanceof HTMLElement ? opener : null;
}
