import { useState, type ReactNode } from 'react';

import { formatNumber } from '../../lib/format/format';
import { Button } from '../buttons/button';

const PAGE_SIZE = 25;

export interface Pages<Row> {
  /** The current page's rows. Undefined while loading. */
  rows: readonly Row[] | undefined;
  /** Number of the current page, starting at 1. */
  page: number;
  pageCount: number;
  show: (page: number) => void;
}

/** Splits a list into pages. @param resetKey the first page is shown again when it changes, such as the search text */
export function usePages<Row>(all: readonly Row[] | undefined, resetKey: string): Pages<Row> {
  const [chosen, choose] = useState({ page: 1, resetKey });
  const pageCount = Math.max(1, Math.ceil((all?.length ?? 0) / PAGE_SIZE));
  const page = chosen.resetKey === resetKey ? Math.min(chosen.page, pageCount) : 1;
  return {
    rows: all?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    page,
    pageCount,
    show: (next) => choose({ page: next, resetKey }),
  };
}

/** Renders nothing for a single page. The buttons stay enabled, because a disabled button would lose focus. */
export function Pager({ page, pageCount, show }: Omit<Pages<unknown>, 'rows'>): ReactNode {
  if (pageCount === 1) return null;
  const showPage = (next: number) => () => {
    if (next >= 1 && next <= pageCount) show(next);
  };
  return (
    <nav aria-label="Pages" className="mt-5 flex items-center justify-center gap-4">
      <Button variant="outline" aria-disabled={page === 1} onClick={showPage(page - 1)}>
        Previous
      </Button>
      <p role="status" className="text-fg-muted">{`Page ${formatNumber(page)} of ${formatNumber(pageCount)}`}</p>
      <Button variant="outline" aria-disabled={page === pageCount} onClick={showPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
