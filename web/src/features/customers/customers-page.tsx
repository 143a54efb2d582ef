import type { ReactNode } from 'react';
import { Navigate } from 'react-router';

import { useFilters, type FilterControls } from '../../lib/browser/use-filters';
import { useIsMobile } from '../../lib/browser/use-media-query';
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

/** Lists everyone who has called the account or been called by it. */
export function CustomersPage(): ReactNode {
  const { status } = useUser();
  const { filters, typedFilters, typeText, change } = useFilters(parseFilters, toSearchParams);
  const isMobile = useIsMobile();
  if (status === 'demo') return <Navigate to={PATHS.home} replace />;
  const activeFilterCount = [filters.sort !== 'recent', filters.atRisk, filters.waiting].filter(Boolean).length;
  const otherFilters = <OtherFilters filters={filters} change={change} />;
  return (
    <div className="grid gap-4">
      <Card className="grid grid-cols-1 gap-3">
        <div role="search" aria-label={CUSTOMERS_COPY.title} className="flex items-center gap-2 md:gap-3 print:hidden">
          <div className="min-w-0 max-sm:grow">
            <SearchBox
              label={CUSTOMERS_COPY.search}
              value={typedFilters.search}
              onChange={(search) => typeText({ search })}
            />
          </div>
          {isMobile ? <MoreFilters count={activeFilterCount}>{otherFilters}</MoreFilters> : otherFilters}
        </div>
        <CustomerList filters={filters} onClear={() => change({ search: '', atRisk: false, waiting: false })} />
      </Card>
      <ErasureReceipts />
    </div>
  );
}

function OtherFilters({ filters, change }: Pick<FilterControls<CustomerFilters>, 'filters' | 'change'>): ReactNode {
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
