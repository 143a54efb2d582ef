/**
 * Remembers an element and the parts of the page around it.
 * @returns a function that focuses the element or, once it has left the page, the first control in the closest part that
 * hasn't. It returns false if there is none.
 */
export function rememberFocus(element: HTMLElement): () => boolean {
  const parts: Element[] = [];
  for (let part = element.parentElement; part && !part.matches('main, body'); part = part.parentElement)
    parts.push(part);
  return () => {
    const part = parts.find((item) => item.isConnected && item.querySelector('a, button'));
    const target = element.isConnected ? element : part?.querySelector<HTMLElement>('a, button');
    target?.focus();
    return target !== undefined && target !== null;
  };
}
