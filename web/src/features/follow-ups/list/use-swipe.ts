import { useRef, useState, type PointerEvent } from 'react';

// Releasing beyond this distance triggers the action.
const THRESHOLD_PX = 80;
// Distance after which a gesture counts as a swipe instead of scrolling.
const START_PX = 12;

interface Swipe {
  /** How far the row has been moved. */
  offsetPx: number;
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
  };
}

/** Handles swipes on a row. The row needs `touch-pan-y`, which leaves horizontal movement to these handlers. */
export function useSwipe({ onLeft, onRight }: { onLeft?: () => void; onRight?: () => void }): Swipe {
  const startPoint = useRef<{ x: number; y: number } | null>(null);
  const [offsetPx, setOffsetPx] = useState(0);
  const endSwipe = (): void => {
    startPoint.current = null;
    setOffsetPx(0);
  };
  return {
    offsetPx,
    handlers: {
      onPointerDown: ({ pointerType, clientX, clientY }) => {
        if (pointerType === 'touch') startPoint.current = { x: clientX, y: clientY };
      },
      onPointerMove: ({ clientX, clientY, currentTarget, pointerId }) => {
        if (startPoint.current === null) return;
        const [x, y] = [clientX - startPoint.current.x, clientY - startPoint.current.y];
        if (offsetPx === 0 && Math.abs(x) < Math.max(START_PX, Math.abs(y))) return;
        currentTarget.setPointerCapture(pointerId);
        const canSwipe = x > 0 ? onRight !== undefined : onLeft !== undefined;
        setOffsetPx(canSwipe ? x : 0);
      },
      onPointerUp: () => {
        endSwipe();
        if (offsetPx >= THRESHOLD_PX) onRight?.();
        if (offsetPx <= -THRESHOLD_PX) onLeft?.();
      },
      onPointerCancel: endSwipe,
    },
  };
}
