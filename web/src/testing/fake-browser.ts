/** jsdom has no layout: answers the width queries of the app as a window of this width would. */
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

/** Parts of a browser that jsdom lacks and Radix measures with. */
class NoResizeObserver implements ResizeObserver {
  observe(): void {
    /* nothing ever changes its size here */
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
