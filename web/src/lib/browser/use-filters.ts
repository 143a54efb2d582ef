import { startTransition, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { SEARCH_DELAY_MS } from '../constants';

export interface FilterControls<T> {
  /** The filters in the URL. */
  filters: T;
  /** The filters including text being typed, which is added to the URL after a pause. */
  typedFilters: T;
  typeText: (text: Partial<T>) => void;
  change: (changes: Partial<T>) => void;
  clear: () => void;
}

/** A list's filters, stored in the URL so that a filtered list can be bookmarked and shared. */
export function useFilters<T extends object>(
  parse: (params: URLSearchParams) => T,
  toSearchParams: (filters: T) => URLSearchParams,
): FilterControls<T> {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = useState<Partial<T> | null>(null);
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

  const filters = parse(params);
  const withChanges = (changes: Partial<T>): URLSearchParams =>
    toSearchParams({ ...parse(latestParams.current), ...changes });
  const showFilters = (newParams: URLSearchParams): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    latestParams.current = newParams;
    if (newParams.toString() !== params.toString()) pendingQueries.current.push(newParams.toString());
    startTransition(() => {
      // Both change together. Otherwise, the fields would briefly show the previous text.
      setDraft(null);
      setParams(newParams, { replace: true });
    });
  };
  return {
    filters,
    typedFilters: { ...filters, ...draft },
    typeText: (text) => {
      clearTimeout(timer.current);
      setDraft((current) => ({ ...current, ...text }));
      latestParams.current = withChanges(text);
      timer.current = setTimeout(() => showFilters(latestParams.current), SEARCH_DELAY_MS);
    },
    change: (changes) => showFilters(withChanges(changes)),
    clear: () => showFilters(new URLSearchParams()),
  };
}
