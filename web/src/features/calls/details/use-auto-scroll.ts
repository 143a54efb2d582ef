import { useEffect, useState, type RefObject } from 'react';

import { FOLLOW_PAUSE_MS } from '../../../lib/constants';

const SCROLL_KEYS: readonly string[] = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];
const PASSIVE_OPTIONS = { passive: true };

/**
 * Keeps the current transcript line in view, but pauses for a while after the user scrolls.
 * @param line index of the line, as in its `data-line` attribute; -1 for none
 */
export function useAutoScroll(container: RefObject<HTMLElement | null>, line: number, isOn: boolean): void {
  const [pauseCount, setPauseCount] = useState(0);
  const [isPaused, setIsPaused] = useState(false);

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const pause = (): void => {
      setIsPaused(true);
      setPauseCount((count) => count + 1);
    };
    const onKey = ({ key }: KeyboardEvent): void => {
      if (SCROLL_KEYS.includes(key)) pause();
    };
    element.addEventListener('wheel', pause, PASSIVE_OPTIONS);
    element.addEventListener('touchmove', pause, PASSIVE_OPTIONS);
    element.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('wheel', pause);
      element.removeEventListener('touchmove', pause);
      element.removeEventListener('keydown', onKey);
    };
  }, [container]);

  useEffect(() => {
    if (pauseCount === 0) return;
    const timer = setTimeout(() => setIsPaused(false), FOLLOW_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [pauseCount]);

  useEffect(() => {
    if (!isOn || isPaused || line < 0) return;
    container.current?.querySelector(`[data-line="${line}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [container, line, isOn, isPaused]);
}
