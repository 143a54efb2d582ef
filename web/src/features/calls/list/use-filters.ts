import { startTransition, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { SEARCH_DELAY_MS } from '../../../lib/constants';
import { parseFilters, toSearchParams, type CallFilters } from '../call-filters';

export interface FilterControls {
  filters: CallFilters;
  /** The text in the search box, which enters the URL after a pause in typing. */
  searchText: string;
  typeSearch: (text: string) => void;
  change: (changed: Partial<CallFilters>) => void;
  /** Replaces all filters. */
  apply: (filters: CallFilters) => void;
  clear: () => void;
}

/** The call list's filters, stored in the URL so that a filtered list can be bookmarked and shared. */
export function useFilters(): FilterControls {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = useState<string | null>(null);
  // Tracks the latest filters, because the router applies them in a transition, and its functional update would miss
  // pending ones.
  const latest = useRef(params);
  // URLs set by `show` that the router hasn't rendered yet.
  const pending = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const index = pending.current.indexOf(params.toString());
    if (index >= 0) {
      pending.current = pending.current.slice(index + 1);
      return;
    }
    // The user followed a link or went back, so a pending search belongs to the previous list.
    clearTimeout(timer.current);
    timer.current = undefined;
    pending.current = [];
    latest.current = params;
    setDraft(null);
  }, [params]);

  const filters = parseFilters(params);
  const show = (next: URLSearchParams): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    latest.current = next;
    if (next.toString() !== params.toString()) pending.current.push(next.toString());
    startTransition(() => {
      // Both change together. Otherwise, the search box would briefly show the previous search.
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
      latest.current = toSearchParams(parseFilters(latest.current), { search: text });
      timer.current = setTimeout(() => show(latest.current), SEARCH_DELAY_MS);
    },
    change: (changed) => show(toSearchParams(parseFilters(latest.current), changed)),
    apply: (all) => show(toSearchParams(all, {})),
    clear: () => show(new URLSearchParams()),
  };
}
