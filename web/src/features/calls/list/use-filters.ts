import { startTransition, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { SEARCH_DELAY_MS } from '../../../lib/constants';
import { filtersIn, paramsWith, type CallFilters } from '../call-filters';

export interface FilterControls {
  /** As in the URL: what the list shows. */
  filters: CallFilters;
  /** The text in the search box, which the URL gets after a pause in the typing. */
  searchText: string;
  typeSearch: (text: string) => void;
  /** Puts filters into the URL at once, together with a search that still waits. */
  change: (changed: Partial<CallFilters>) => void;
  /** Removes all filters and forgets a search that still waits. */
  clear: () => void;
}

/** The filters of the list of calls. They are in the URL, so that a list can be kept and shared. */
export function useFilters(): FilterControls {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = useState<string | null>(null);
  /** What was chosen and typed last. The router shows it later, and its own functional update does not know it before. */
  const wanted = useRef(params);
  /** What `show` has put into the URL and the router has not shown yet. */
  const expected = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const shown = expected.current.indexOf(params.toString());
    if (shown >= 0) {
      expected.current = expected.current.slice(shown + 1);
      return;
    }
    // The reader has followed a link or gone back: a search that still waits belongs to the earlier list.
    clearTimeout(timer.current);
    timer.current = undefined;
    expected.current = [];
    wanted.current = params;
    setDraft(null);
  }, [params]);

  const filters = filtersIn(params);
  const show = (next: URLSearchParams): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    wanted.current = next;
    if (next.toString() !== params.toString()) expected.current.push(next.toString());
    startTransition(() => {
      // together, or the box would show the earlier search for a moment
      setDraft(null);
      setParams(next, { replace: true });
    });
  };
  return {
    filters,
    searchText: draft ?? filters.search,
    typeSearch: (text) => {
      clearTimeout(timer.current);
      setDraft(text);
      wanted.current = paramsWith(filtersIn(wanted.current), { search: text });
      timer.current = setTimeout(() => show(wanted.current), SEARCH_DELAY_MS);
    },
    change: (changed) => show(paramsWith(filtersIn(wanted.current), changed)),
    clear: () => show(new URLSearchParams()),
  };
}
