import { startTransition, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { SEARCH_DELAY_MS } from '../../../lib/constants';
import { parseFilters, toSearchParams, type CallFilters } from '../call-filters';

export interface FilterControls {
  filters: CallFilters;
  /** The text in the search box, which enters the URL after a pause in typing. */
  searchText: string;
  typeSearch: (text: string) => void;
  change: (changes: Partial<CallFilters>) => void;
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
  const latestParams = useRef(params);
  // Query strings set by `showFilters` that the router hasn't rendered yet.
  const pendingQueries = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const index = pendingQueries.current.indexOf(params.toString());
    if (index >= 0) {
      pendingQueries.current = pendingQueries.current.slice(index + 1);
      return;
    }
    // The user followed a link or went back, so a pending search belongs to the previous list.
    clearTimeout(timer.current);
    timer.current = undefined;
    pendingQueries.current = [];
    latestParams.current = params;
    setDraft(null);
  }, [params]);

  const filters = parseFilters(params);
  const showFilters = (newParams: URLSearchParams): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    latestParams.current = newParams;
    if (newParams.toString() !== params.toString()) pendingQueries.current.push(newParams.toString());
    startTransition(() => {
      // Both change together. Otherwise, the search box would briefly show the previous search.
      setDraft(null);
      setParams(newParams, { replace: true });
    });
  };
  return {
    filters,
    searchText: draft ?? filters.search,
    typeSearch: (text) => {
      clearTimeout(timer.current);
      setDraft(text);
      latestParams.current = toSearchParams(parseFilters(latestParams.current), { search: text });
      timer.current = setTimeout(() => showFilters(latestParams.current), SEARCH_DELAY_MS);
    },
    change: (changes) => showFilters(toSearchParams(parseFilters(latestParams.current), changes)),
    apply: (newFilters) => showFilters(toSearchParams(newFilters, {})),
    clear: () => showFilters(new URLSearchParams()),
  };
}
