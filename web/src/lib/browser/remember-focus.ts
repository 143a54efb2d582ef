const CONTROL = 'a, button:enabled';

/**
 * Remembers an element and its position in the page.
 * @returns a function that focuses the element unless something else has focus. If the element has been removed, the
 * function focuses a control in the closest remaining ancestor: in the child now at the element's position or, if that
 * has none, the first one. It returns false if it finds no control.
 */
export function rememberFocus(element: HTMLElement): () => boolean {
  const positions: { ancestor: Element; index: number }[] = [];
  let child: Element = element;
  for (
    let ancestor = child.parentElement;
    ancestor && !ancestor.matches('main, body');
    ancestor = ancestor.parentElement
  ) {
    positions.push({ ancestor, index: [...ancestor.children].indexOf(child) });
    child = ancestor;
  }
  return () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return true;
    const position = positions.find(({ ancestor }) => ancestor.isConnected && ancestor.querySelector(CONTROL));
    const sibling = position && [...position.ancestor.children].slice(0, position.index + 1).at(-1);
    const siblingControl = sibling?.matches(CONTROL)
      ? (sibling as HTMLElement)
      : sibling?.querySelector<HTMLElement>(CONTROL);
    const control = siblingControl ?? position?.ancestor.querySelector<HTMLElement>(CONTROL);
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
