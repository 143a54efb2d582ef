import { useEffect, useEffectEvent, type RefObject } from 'react';

import { isKeyOfControl } from '../../../lib/shortcuts';
import type { Neighbours } from './neighbours';
import type { Playback } from './playback';

export const SKIP_SECONDS = 10;
const ARROW_SECONDS = 5;
const LAYER = '[role=dialog], [role=alertdialog], [role=menu]';

/**
 * Plays the recording and moves from call to call by keyboard: Space or K, J and L, arrows, Shift+N and Shift+P. They
 * work wherever the focus is, except in controls that answer to them, and not while anything lies over the call.
 * @param place an element of the call's page
 */
export function useCallKeys(
  place: RefObject<Element | null>,
  playback: Playback,
  { showNext, showPrevious }: Neighbours,
): void {
  const actionFor = (event: KeyboardEvent): (() => void) | undefined => {
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
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isKeyOfControl(event)) return;
    if ([...document.querySelectorAll(LAYER)].some((layer) => !layer.contains(place.current))) return;
    const action = actionFor(event);
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
