import { useRef } from 'react';

interface ReturnFocus {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
}

/** Radix gives the focus back to its own trigger only; our dialogs are opened from anywhere, so it goes back to where it was. */
export function useReturnFocus(): ReturnFocus {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = openerOf(document.activeElement);
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      opener.current?.focus();
    },
  };
}

/** For an item of a menu, which is gone by then, the button that opened the menu. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menuButtonId = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = menuButtonId ? document.getElementById(menuButtonId) : focused;
  return opener instanceof HTMLElement ? opener : null;
}
