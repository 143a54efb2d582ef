import {
  cloneElement,
  useEffect,
  useId,
  useSyncExternalStore,
  type ComponentType,
  type DOMAttributes,
  type ReactElement,
  type ReactNode,
} from 'react';

import { TOOLTIP } from '../../lib/constants';
import { Store } from '../../lib/store';
import type { TooltipContentProps } from './tooltip-content';

type Handlers = Pick<
  DOMAttributes<HTMLElement>,
  'onPointerMove' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur' | 'onClick'
>;

interface TooltipProps {
  text: ReactNode;
  side?: TooltipContentProps['side'];
  /** Keeps the children mounted without a tooltip. */
  disabled?: boolean;
  /** One element that passes event handlers and `aria-describedby` on to its DOM element. */
  children: ReactElement<Handlers & { 'aria-describedby'?: string }>;
}

interface OpenTooltip {
  id: string;
  trigger: HTMLElement;
  Content: ComponentType<TooltipContentProps>;
}

// With one pointer and one focus, at most one tooltip on the page is open, and at most one is about to open.
const openTooltip = new Store<OpenTooltip | null>(null);
let pendingOpening: { id: string } | null = null;
let hoveredId: string | null = null;
let isPointerDown = false;
let closedAt = Number.NEGATIVE_INFINITY;

/**
 * For supplementary text only, because touch screens never show it. The code is large, so it loads when a tooltip is
 * first needed. If loading fails, no tooltip appears.
 */
export function Tooltip({ text, side = 'top', disabled = false, children }: TooltipProps): ReactNode {
  const id = useId();
  const getActiveTooltip = (): OpenTooltip | null => (openTooltip.get()?.id === id ? openTooltip.get() : null);
  const activeTooltip = useSyncExternalStore(openTooltip.subscribe, getActiveTooltip, getActiveTooltip);
  useEffect(() => () => resetTooltip(id), [id, disabled]);
  return (
    <>
      {cloneElement(children, {
        ...(!disabled && createHandlers(id, children.props)),
        ...(activeTooltip && {
          'aria-describedby': [children.props['aria-describedby'], id].filter(Boolean).join(' '),
        }),
      })}
      {activeTooltip && (
        <activeTooltip.Content
          id={id}
          trigger={activeTooltip.trigger}
          text={text}
          side={side}
          onClose={() => hideTooltip(id)}
        />
      )}
    </>
  );
}

/** Opens and closes a tooltip after the child's own handlers. */
function createHandlers(id: string, handlers: Handlers): Handlers {
  return {
    onPointerMove(event) {
      handlers.onPointerMove?.(event);
      if (event.pointerType === 'touch' || hoveredId === id) return;
      hoveredId = id;
      const skipsDelay = openTooltip.get() !== null || hasJustClosed();
      void showTooltip(id, event.currentTarget, skipsDelay ? 0 : TOOLTIP.openDelayMs);
    },
    // An open tooltip closes itself, because the pointer may move onto its text.
    onPointerLeave(event) {
      handlers.onPointerLeave?.(event);
      hoveredId = null;
      cancelOpening(id);
    },
    onPointerDown(event) {
      handlers.onPointerDown?.(event);
      hideTooltip(id);
      isPointerDown = true;
      document.addEventListener('pointerup', () => (isPointerDown = false), { once: true });
    },
    onFocus(event) {
      handlers.onFocus?.(event);
      if (!isPointerDown) void showTooltip(id, event.currentTarget, 0);
    },
    onBlur(event) {
      handlers.onBlur?.(event);
      hideTooltip(id);
    },
    onClick(event) {
      handlers.onClick?.(event);
      hideTooltip(id);
    },
  };
}

async function showTooltip(id: string, trigger: HTMLElement, delayMs: number): Promise<void> {
  const attempt = { id };
  pendingOpening = attempt;
  const [content] = await Promise.all([
    import('./tooltip-content').catch(() => null), // the next attempt loads it again
    delayMs > 0 && new Promise((resolve) => setTimeout(resolve, delayMs)),
  ]);
  if (content && pendingOpening === attempt) openTooltip.set({ id, trigger, Content: content.TooltipContent });
}

function cancelOpening(id: string): void {
  if (pendingOpening?.id === id) pendingOpening = null;
}

function hideTooltip(id: string): void {
  cancelOpening(id);
  if (openTooltip.get()?.id !== id) return;
  closedAt = Date.now();
  openTooltip.set(null);
}

// A disabled tooltip doesn't notice the pointer leaving.
function resetTooltip(id: string): void {
  hideTooltip(id);
  if (hoveredId === id) hoveredId = null;
}

function hasJustClosed(): boolean {
  const elapsedMs = Date.now() - closedAt;
  return elapsedMs >= 0 && elapsedMs < TOOLTIP.skipDelayMs; // negative after the clock was set back
}
