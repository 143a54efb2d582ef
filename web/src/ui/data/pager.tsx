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
  showPage: (page: number) => void;
}

/** Splits a list into pages. @param resetKey returns to the first page when it changes, such as the search text */
export function usePages<Row>(allRows: readonly Row[] | undefined, resetKey: string): Pages<Row> {
  const [selection, setSelection] = useState({ page: 1, resetKey });
  const pageCount = Math.max(1, Math.ceil((allRows?.length ?? 0) / PAGE_SIZE));
  const page = selection.resetKey === resetKey ? Math.min(selection.page, pageCount) : 1;
  return {
    rows: allRows?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    page,
    pageCount,
    showPage: (newPage) => setSelection({ page: newPage, resetKey }),
  };
}

/** Renders nothing for a single page. The buttons stay enabled, because a disabled button would lose focus. */
export function Pager({ page, pageCount, showPage }: Omit<Pages<unknown>, 'rows'>): ReactNode {
  if (pageCount === 1) return null;
  const createClickHandler = (newPage: number) => () => {
    if (newPage >= 1 && newPage <= pageCount) showPage(newPage);
  };
  return (
    <nav aria-label="Pages" className="mt-5 flex items-center justify-center gap-4">
      <Button variant="outline" aria-disabled={page === 1} onClick={createClickHandler(page - 1)}>
        Previous
      </Button>
      <p role="status" className="text-fg-muted">{`Page ${formatNumber(page)} of ${formatNumber(pageCount)}`}</p>
      <Button variant="outline" aria-disabled={page === pageCount} onClick={createClickHandler(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
