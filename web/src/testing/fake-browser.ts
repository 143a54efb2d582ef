// Makes media queries match this window width, because jsdom doesn't do layout.
export function setViewportWidth(width: number): void {
  window.matchMedia = (query) => {
    const limit = /\(max-width: (\d+)px\)/.exec(query)?.[1];
    return {
      matches: limit !== undefined && width <= Number(limit),
      media: query,
      onchange: null,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
      dispatchEvent: () => true,
    };
  };
}

// Browser APIs that Radix uses and jsdom lacks.
class NoResizeObserver implements ResizeObserver {
  observe(): void {
    /* sizes never change in jsdom */
  }
  unobserve(): void {
    /* as above */
  }
  disconnect(): void {
    /* as above */
  }
}
window.ResizeObserver = NoResizeObserver;
window.scrollTo = () => undefined;
window.scrollBy = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
HTMLMediaElement.prototype.play = () => Promise.resolve();
HTMLMediaElement.prototype.pause = () => undefined;
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => undefined;
Element.prototype.releasePointerCapture = () => undefined;

class MousePointerEvent extends MouseEvent {
  readonly pointerType: string;
  readonly pointerId: number;

  constructor(type: string, init: PointerEventInit = {}) {
    super(type, init);
    this.pointerType = init.pointerType ?? 'mouse';
    this.pointerId = init.pointerId ?? 1;
  }
}
Object.assign(window, { PointerEvent: MousePointerEvent });
