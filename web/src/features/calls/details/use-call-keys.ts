import { useEffect, useEffectEvent, type RefObject } from 'react';

import { isHandledByControl } from '../../../lib/browser/shortcuts';
import type { Playback } from '../../../lib/recordings/playback';
import type { AdjacentCalls } from './adjacent-calls';

export const SKIP_SECONDS = 10;
const ARROW_SECONDS = 5;
const OVERLAY_SELECTOR = '[role=dialog], [role=alertdialog], [role=menu]';

/**
 * A call's keyboard shortcuts: Space or K to play and pause, J, L and arrows to seek, Shift+N and Shift+P for the next
 * and previous call. They work regardless of focus, except in controls that use the key or behind an overlay.
 * @param container an element that contains the call
 */
export function useCallKeys(
  container: RefObject<Element | null>,
  playback: Playback,
  { showNext, showPrevious }: AdjacentCalls,
): void {
  const getAction = (event: KeyboardEvent): (() => void) | undefined => {
    const key = event.key.toLowerCase();
    if (event.shiftKey) return key === 'n' ? showNext : key === 'p' ? showPrevious : undefined;
    switch (key) {
      case 'k':
      case ' ':
        return playback.toggle;
      case 'j':
        return () => playback.skip(-SKIP_SECONDS);
      case 'l':
        return () => playback.skip(SKIP_SECONDS);
      case 'arrowleft':
        return () => playback.skip(-ARROW_SECONDS);
      case 'arrowright':
        return () => playback.skip(ARROW_SECONDS);
      default:
        return undefined;
    }
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isHandledByControl(event)) return;
    if (isBehindOverlay(container.current)) return;
    const action = getAction(event);
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether a dialog or menu is open over an element, not around it. */
export function isBehindOverlay(element: Element | null): boolean {
  return [...document.querySelectorAll(OVERLAY_SELECTOR)].some((overlay) => !overlay.contains(element));
}
