import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';

import { useIsMobile } from '../../lib/browser/use-media-query';
import { SEARCH_DELAY_MS } from '../../lib/constants';
import { PATHS } from '../../lib/paths';
import { useUser } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { Options, Select } from '../../ui/forms/input';
import { MoreFilters } from '../../ui/forms/more-filters';
import { SearchBox } from '../../ui/forms/search-box';
import { Card } from '../../ui/layout/card';
import { parseFilters, SORTS, toSearchParams, type CustomerFilters } from './customer-filters';
import { CUSTOMERS_COPY } from './customers-copy';
import { CustomerList } from './list/customer-list';
import { ErasureReceipts } from './list/erasure-receipts';

interface CustomerFilterControls {
  filters: CustomerFilters;
  /** The text in the search box, which enters the URL after a pause in typing. */
  searchText: string;
  typeSearch: (text: string) => void;
  change: (changes: Partial<CustomerFilters>) => void;
}

/** Lists everyone who has called the account or been called by it. */
export function CustomersPage(): ReactNode {
  const { status } = useUser();
  const { filters, searchText, typeSearch, change } = useCustomerFilters();
  const isMobile = useIsMobile();
  if (status === 'demo') return <Navigate to={PATHS.home} replace />;
  const activeFilterCount = [filters.sort !== 'recent', filters.atRisk, filters.waiting].filter(Boolean).length;
  const otherFilters = <OtherFilters filters={filters} change={change} />;
  return (
    <div className="grid gap-4">
      <Card className="grid grid-cols-1 gap-3">
        <div role="search" aria-label={CUSTOMERS_COPY.title} className="flex items-center gap-2 md:gap-3 print:hidden">
          <div className="min-w-0 max-sm:grow">
            <SearchBox label={CUSTOMERS_COPY.search} value={searchText} onChange={typeSearch} />
          </div>
          {isMobile ? <MoreFilters count={activeFilterCount}>{otherFilters}</MoreFilters> : otherFilters}
        </div>
        <CustomerList filters={filters} onClear={() => change({ search: '', atRisk: false, waiting: false })} />
      </Card>
      <ErasureReceipts />
    </div>
  );
}

function OtherFilters({ filters, change }: Pick<CustomerFilterControls, 'filters' | 'change'>): ReactNode {
  return (
    <>
      <Select
        aria-label="Sort by"
        value={filters.sort}
        onChange={({ target }) => change({ sort: SORTS.find((sort) => sort === target.value) ?? 'recent' })}
      >
        <Options of={SORTS.map((sort) => [sort, CUSTOMERS_COPY.sorts[sort]])} />
      </Select>
      <FilterButton isOn={filters.atRisk} label={CUSTOMERS_COPY.atRisk} onChange={(atRisk) => change({ atRisk })} />
      <FilterButton isOn={filters.waiting} label={CUSTOMERS_COPY.waiting} onChange={(waiting) => change({ waiting })} />
    </>
  );
}

interface FilterButtonProps {
  isOn: boolean;
  label: string;
  onChange: (isOn: boolean) => void;
}

function FilterButton({ isOn, label, onChange }: FilterButtonProps): ReactNode {
  return (
    <Button
      variant="outline"
      aria-pressed={isOn}
      className="aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
      onClick={() => onChange(!isOn)}
    >
      {label}
    </Button>
  );
}

/** The list's filters, stored in the URL so that a filtered list can be bookmarked and shared. */
function useCustomerFilters(): CustomerFilterControls {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = useState<string | null>(null);
  const filters = parseFilters(params);
  const change = (changes: Partial<CustomerFilters>): void => {
    const search = draft ?? filters.search;
    setDraft(null);
    setParams(toSearchParams({ ...filters, search, ...changes }), { replace: true });
  };
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => {
      setParams((current) => toSearchParams({ ...parseFilters(current), search: draft }), { replace: true });
      setDraft(null);
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [draft, setParams]);
  return { filters, searchText: draft ?? filters.search, typeSearch: setDraft, change };
}
