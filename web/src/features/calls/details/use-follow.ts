import { useEffect, useState, type RefObject } from 'react';

import { FOLLOW_PAUSE_MS } from '../../../lib/constants';

const SCROLL_KEYS: readonly string[] = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];
const PASSIVE = { passive: true };

/**
 * Keeps the line that is said in view, except for a while after the reader has scrolled.
 * @param line index of the line, found by its `data-line`
 * @param isOn what the reader chose
 */
export function useFollow(place: RefObject<HTMLElement | null>, line: number, isOn: boolean): void {
  const [pauses, setPauses] = useState(0);
  const [isPaused, setIsPaused] = useState(false);

  useEffect(() => {
    const region = place.current;
    if (!region) return;
    const pause = (): void => {
      setIsPaused(true);
      setPauses((count) => count + 1);
    };
    const onKey = ({ key }: KeyboardEvent): void => {
      if (SCROLL_KEYS.includes(key)) pause();
    };
    region.addEventListener('wheel', pause, PASSIVE);
    region.addEventListener('touchmove', pause, PASSIVE);
    region.addEventListener('keydown', onKey);
    return () => {
      region.removeEventListener('wheel', pause);
      region.removeEventListener('touchmove', pause);
      region.removeEventListener('keydown', onKey);
    };
  }, [place]);

  useEffect(() => {
    if (pauses === 0) return;
    const timer = setTimeout(() => setIsPaused(false), FOLLOW_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [pauses]);

  useEffect(() => {
    if (!isOn || isPaused || line < 0) return;
    place.current?.querySelector(`[data-line="${line}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [place, line, isOn, isPaused]);
}
