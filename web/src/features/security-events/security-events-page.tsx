import { Download } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';

import { SECURITY_EVENT_KINDS, SECURITY_OUTCOMES } from '@ringwell/domain/accounts/security-event';

import { SEARCH_DELAY_MS } from '../../lib/constants';
import { Button, ButtonLink } from '../../ui/buttons/button';
import { DayField } from '../../ui/forms/day-field';
import { FilterSelect } from '../../ui/forms/filter-select';
import { Input } from '../../ui/forms/input';
import { SearchBox } from '../../ui/forms/search-box';
import { Card } from '../../ui/layout/card';
import { exportPath } from './api';
import {
  isAddress,
  NO_FILTERS,
  parseFilters,
  toSearchParams,
  type SecurityEventFilters,
} from './security-event-filters';
import { SecurityEventList } from './security-event-list';
import { KIND_NAMES, OUTCOME_NAMES, SECURITY_EVENTS_COPY as TEXT } from './security-events-copy';

interface FilterControls {
  /** The filters in the URL. */
  filters: SecurityEventFilters;
  /** The text in the fields, which enters the URL after a pause in typing. */
  typedText: Pick<SecurityEventFilters, 'user' | 'address'>;
  setText: (text: Partial<FilterControls['typedText']>) => void;
  changeFilters: (changes: Partial<SecurityEventFilters>) => void;
}

/** Shows administrators sign-ins, denied requests, and changes to permissions and passwords. */
export function SecurityEventsPage(): ReactNode {
  const { filters, typedText, setText, changeFilters } = useSecurityEventFilters();
  return (
    <Card>
      <div role="search" aria-label={TEXT.caption} className="mb-5 flex flex-wrap items-start gap-3 print:hidden">
        <SearchBox label={TEXT.search} value={typedText.user} onChange={(user) => setText({ user })} />
        <AddressField value={typedText.address} onChange={(address) => setText({ address })} />
        <FilterSelect
          label={TEXT.kind}
          allLabel={TEXT.allKinds}
          value={filters.kind ?? ''}
          options={SECURITY_EVENT_KINDS.map((kind) => [kind, KIND_NAMES[kind]])}
          onChange={(kind) => changeFilters({ kind: kind || null })}
          className="max-sm:grow"
        />
        <FilterSelect
          label={TEXT.outcome}
          allLabel={TEXT.allOutcomes}
          value={filters.outcome ?? ''}
          options={SECURITY_OUTCOMES.map((outcome) => [outcome, OUTCOME_NAMES[outcome]])}
          onChange={(outcome) => changeFilters({ outcome: outcome || null })}
          className="max-sm:grow"
        />
        <DayField label="From" value={filters.from} onChange={(from) => changeFilters({ from })} />
        <DayField label="To" value={filters.to} onChange={(to) => changeFilters({ to })} />
        <ButtonLink href={exportPath(filters)} variant="outline" className="sm:ml-auto">
          <Download aria-hidden />
          Export CSV
        </ButtonLink>
      </div>
      {filters.userId !== null && (
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-menu border bg-sunken px-4 py-2">
          <p>{TEXT.oneUser}</p>
          <Button variant="outline" size="sm" onClick={() => changeFilters({ userId: null })}>
            {TEXT.allUsers}
          </Button>
        </div>
      )}
      <SecurityEventList filters={filters} onClear={() => changeFilters(NO_FILTERS)} />
    </Card>
  );
}

function AddressField({ value, onChange }: { value: string; onChange: (text: string) => void }): ReactNode {
  const isInvalid = value.trim() !== '' && !isAddress(value);
  return (
    <div className="w-full sm:w-56">
      <Input
        type="text"
        aria-label={TEXT.address}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? 'address-error' : undefined}
        placeholder={TEXT.address}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {isInvalid && (
        <p id="address-error" role="alert" className="mt-1.5 text-meta font-medium text-negative">
          {TEXT.invalidAddress}
        </p>
      )}
    </div>
  );
}

/** The list's filters, stored in the URL so that a filtered list can be bookmarked and shared. */
function useSecurityEventFilters(): FilterControls {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = useState<Partial<FilterControls['typedText']>>({});
  const filters = parseFilters(params);
  const changeFilters = (changes: Partial<SecurityEventFilters>): void => {
    setDraft({});
    setParams(toSearchParams({ ...filters, ...draft, ...changes }), { replace: true });
  };
  useEffect(() => {
    if (Object.keys(draft).length === 0) return;
    const timer = setTimeout(() => {
      setParams((current) => toSearchParams({ ...parseFilters(current), ...draft }), { replace: true });
      setDraft({});
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [draft, setParams]);
  const { user, address } = { ...filters, ...draft };
  return { filters, typedText: { user, address }, setText: (text) => setDraft({ ...draft, ...text }), changeFilters };
}
