const CONTROL = 'a, button:enabled';

/**
 * Remembers an element and its place in the page.
 * @returns a function that focuses the element if nothing else has focus. Once the element has left the page, a control
 * of the closest part that hasn't takes focus: that of the row now in its place, or else the first. It returns false if
 * there is none.
 */
export function rememberFocus(element: HTMLElement): () => boolean {
  const places: { part: Element; index: number }[] = [];
  let child: Element = element;
  for (let part = child.parentElement; part && !part.matches('main, body'); part = part.parentElement) {
    places.push({ part, index: [...part.children].indexOf(child) });
    child = part;
  }
  return () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return true;
    const place = places.find(({ part }) => part.isConnected && part.querySelector(CONTROL));
    const row = place && [...place.part.children].slice(0, place.index + 1).at(-1);
    const rowControl = row?.matches(CONTROL) ? (row as HTMLElement) : row?.querySelector<HTMLElement>(CONTROL);
    const control = rowControl ?? place?.part.querySelector<HTMLElement>(CONTROL);
    const target = element.isConnected ? element : control;
    target?.focus();
    return target !== undefined && target !== null;
  };
}

/** A `ref` for a control that disappears once it's used. If it has focus then, another control takes it. */
export function keepFocus(element: HTMLElement | null): () => void {
  return () => {
    if (element && document.activeElement === element) queueMicrotask(rememberFocus(element));
  };
}
