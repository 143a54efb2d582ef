import { useLayoutEffect, useRef, type ReactNode } from 'react';

import { Button } from '../buttons/button';
import { Spinner } from '../feedback/spinner';

/**
 * Shown below a list or table with more rows. The button stays enabled while loading so that it doesn't lose focus. Once
 * the last page has loaded, the first new row takes focus.
 */
export function LoadMore({ isLoading, onLoad }: { isLoading: boolean; onLoad: () => unknown }): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const lastRow = useRef<Element>(undefined);
  useLayoutEffect(
    () => () => {
      if (document.activeElement === button.current)
        queueMicrotask(() => focusRow(lastRow.current?.nextElementSibling));
    },
    [],
  );
  return (
    <Button
      ref={button}
      variant="outline"
      aria-busy={isLoading}
      className="mx-auto mt-5 flex print:hidden"
      onClick={({ currentTarget }) => {
        if (isLoading) return;
        lastRow.current = currentTarget.parentElement?.querySelector('ul, ol, tbody')?.lastElementChild ?? undefined;
        onLoad();
      }}
    >
      {isLoading && <Spinner />}Load more
    </Button>
  );
}

function focusRow(row: Element | null | undefined): void {
  if (!(row instanceof HTMLElement)) return;
  const control = row.querySelector<HTMLElement>('a, button');
  if (!control) row.tabIndex = -1; // makes it focusable
  (control ?? row).focus();
}
