import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';

import type { Erasure } from '../../api/types';
import { useFilters, type FilterControls } from '../../lib/browser/use-filters';
import { useIsMobile } from '../../lib/browser/use-media-query';
import { formatDateTime, plural } from '../../lib/format/format';
import { PATHS } from '../../lib/paths';
import { useHasRole, useUser } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { Options, Select } from '../../ui/forms/input';
import { MoreFilters } from '../../ui/forms/more-filters';
import { SearchBox } from '../../ui/forms/search-box';
import { Card } from '../../ui/layout/card';
import { erasuresQuery } from './api';
import { parseFilters, SORTS, toSearchParams, type CustomerFilters } from './customer-filters';
import { CUSTOMERS_COPY } from './customers-copy';
import { CustomerList } from './list/customer-list';

const { receipts } = CUSTOMERS_COPY;

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

/** Erasure receipts, for owners. Renders nothing if there are none. */
function ErasureReceipts(): ReactNode {
  const { accountId } = useUser();
  const canErase = useHasRole('owner');
  const { data } = useQuery({ ...erasuresQuery(accountId), enabled: canErase });
  if (!canErase || !data || data.erasures.length === 0) return null;
  return (
    <Card title={receipts.title} subtitle="They show what was erased, when and by whom, but not the content">
      <ul aria-label={receipts.title} className="grid gap-3">
        {data.erasures.map((erasure) => (
          <Receipt key={erasure.id} erasure={erasure} />
        ))}
      </ul>
    </Card>
  );
}

function Receipt({ erasure }: { erasure: Erasure }): ReactNode {
  const { id, kind, requestedAt, requestedBy, calls, erasedCalls, notesRemoved, finishedAt } = erasure;
  return (
    <li className="grid gap-0.5">
      <p className="font-medium">
        {receipts.kinds[kind]}: {finishedAt === null ? receipts.progress(erasedCalls, calls) : plural(calls, 'call')}
      </p>
      <p className="text-meta wrap-anywhere text-fg-subtle">
        {`Requested on ${formatDateTime(requestedAt)} by ${requestedBy ?? 'a deleted user'}.`}
        {finishedAt !== null && ` Finished on ${formatDateTime(finishedAt)}.`} {`Receipt ${id}`}
      </p>
      {notesRemoved !== null && (
        <p className="text-meta">{notesRemoved ? 'The note in ServiceTitan was removed.' : receipts.notes.kept}</p>
      )}
    </li>
  );
}
