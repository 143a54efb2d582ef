import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { SEARCH_DELAY_MS } from '../../lib/constants';
import { parseFilters, toSearchParams, type CustomerFilters } from './customer-filters';

interface CustomerFilterControls {
  filters: CustomerFilters;
  /** The text in the search box; it enters the URL after a pause in typing. */
  searchText: string;
  typeSearch: (text: string) => void;
  change: (changed: Partial<CustomerFilters>) => void;
}

/** The filters of the list, stored in the URL so that a filtered list can be bookmarked and shared. */
export function useCustomerFilters(): CustomerFilterControls {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = useState<string | null>(null);
  const filters = parseFilters(params);
  const change = (changed: Partial<CustomerFilters>): void => {
    const search = draft ?? filters.search;
    setDraft(null);
    setParams(toSearchParams({ ...filters, search, ...changed }), { replace: true });
  };
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => {
      setParams((shown) => toSearchParams({ ...parseFilters(shown), search: draft }), { replace: true });
      setDraft(null);
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [draft, setParams]);
  return { filters, searchText: draft ?? filters.search, typeSearch: setDraft, change };
}
