import { useEffect, useEffectEvent } from 'react';

import { isWriting, shortcutList } from '../../../lib/shortcuts';
import type { Neighbours } from './neighbours';
import type { Playback } from './playback';

export const SKIP_SECONDS = 10;
const ARROW_SECONDS = 5;
/** These answer to the space bar or to arrows themselves. */
const OWN_SPACE = 'button, a, summary, select, [role=tab]';
const OWN_ARROWS = 'select, [role=tab], [type=range]';

/** Listening and leafing by keyboard, wherever the focus is: Space or K, J and L, arrows, Shift+N and Shift+P. */
export function useCallKeys(playback: Playback, { showNext, showPrevious }: Neighbours): void {
  const actionFor = (event: KeyboardEvent): (() => void) | undefined => {
    const isOwn = (controls: string): boolean => event.target instanceof Element && event.target.closest(controls) !== null;
    const key = event.key.toLowerCase();
    if (event.shiftKey) return key === 'n' ? showNext : key === 'p' ? showPrevious : undefined;
    switch (key) {
      case 'k': return playback.toggle;
      case ' ': return isOwn(OWN_SPACE) ? undefined : playback.toggle;
      case 'j': return () => playback.skip(-SKIP_SECONDS);
      case 'l': return () => playback.skip(SKIP_SECONDS);
      case 'arrowleft': return isOwn(OWN_ARROWS) ? undefined : () => playback.skip(-ARROW_SECONDS);
      case 'arrowright': return isOwn(OWN_ARROWS) ? undefined : () => playback.skip(ARROW_SECONDS);
      default: return undefined;
    }
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event.target)) return;
    if (shortcutList.get() || document.querySelector('[role=alertdialog]')) return;
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
