import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { SEARCH_DELAY_MS } from '../../lib/constants';
import { parseFilters, toSearchParams, type SecurityEventFilters } from './security-event-filters';

interface FilterControls {
  /** The filters in the URL. */
  filters: SecurityEventFilters;
  /** Texts in the fields; they enter the URL after a pause in typing. */
  typed: Pick<SecurityEventFilters, 'user' | 'address'>;
  type: (text: Partial<FilterControls['typed']>) => void;
  change: (changed: Partial<SecurityEventFilters>) => void;
}

/** The filters of the list, stored in the URL so that a filtered list can be bookmarked and shared. */
export function useSecurityEventFilters(): FilterControls {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = useState<Partial<FilterControls['typed']>>({});
  const filters = parseFilters(params);
  const change = (changed: Partial<SecurityEventFilters>): void => {
    setDraft({});
    setParams(toSearchParams({ ...filters, ...draft, ...changed }), { replace: true });
  };
  useEffect(() => {
    if (Object.keys(draft).length === 0) return;
    const timer = setTimeout(() => {
      setParams((shown) => toSearchParams({ ...parseFilters(shown), ...draft }), { replace: true });
      setDraft({});
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [draft, setParams]);
  const { user, address } = { ...filters, ...draft };
  return { filters, typed: { user, address }, type: (text) => setDraft({ ...draft, ...text }), change };
}
