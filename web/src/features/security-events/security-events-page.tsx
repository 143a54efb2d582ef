import { Download } from 'lucide-react';
import type { ReactNode } from 'react';

import { SECURITY_EVENT_KINDS, SECURITY_OUTCOMES } from '@ringwell/domain/accounts/security-event';

import { useFilters } from '../../lib/browser/use-filters';
import { Button, ButtonLink } from '../../ui/buttons/button';
import { DayField } from '../../ui/forms/day-field';
import { FilterSelect } from '../../ui/forms/filter-select';
import { Input } from '../../ui/forms/input';
import { SearchBox } from '../../ui/forms/search-box';
import { Card } from '../../ui/layout/card';
import { exportPath } from './api';
import { isIpAddress, parseFilters, toSearchParams } from './security-event-filters';
import { SecurityEventList } from './security-event-list';
import { KIND_NAMES, OUTCOME_NAMES, SECURITY_EVENTS_COPY as TEXT } from './security-events-copy';

/** Lists sign-ins, denied requests, and changes to permissions and passwords, for administrators. */
export function SecurityEventsPage(): ReactNode {
  const { filters, typedFilters, typeText, change, clear } = useFilters(parseFilters, toSearchParams);
  return (
    <Card>
      <div role="search" aria-label={TEXT.caption} className="mb-5 flex flex-wrap items-start gap-3 print:hidden">
        <SearchBox label="Name or email..." value={typedFilters.user} onChange={(user) => typeText({ user })} />
        <AddressField value={typedFilters.address} onChange={(address) => typeText({ address })} />
        <FilterSelect
          label="Kind"
          allLabel="All kinds"
          value={filters.kind ?? ''}
          options={SECURITY_EVENT_KINDS.map((kind) => [kind, KIND_NAMES[kind]])}
          onChange={(kind) => change({ kind: kind || null })}
          className="max-sm:grow"
        />
        <FilterSelect
          label="Outcome"
          allLabel="Any outcome"
          value={filters.outcome ?? ''}
          options={SECURITY_OUTCOMES.map((outcome) => [outcome, OUTCOME_NAMES[outcome]])}
          onChange={(outcome) => change({ outcome: outcome || null })}
          className="max-sm:grow"
        />
        <DayField label="From" value={filters.from} onChange={(from) => change({ from })} />
        <DayField label="To" value={filters.to} onChange={(to) => change({ to })} />
        <ButtonLink href={exportPath(filters)} download variant="outline" className="sm:ml-auto">
          <Download aria-hidden />
          Export CSV
        </ButtonLink>
      </div>
      {filters.userId !== null && (
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-menu border bg-sunken px-4 py-2">
          <p>Only events for one user and the accounts they own.</p>
          <Button variant="outline" size="sm" onClick={() => change({ userId: null })}>
            {TEXT.allUsers}
          </Button>
        </div>
      )}
      <SecurityEventList filters={filters} onClear={clear} />
    </Card>
  );
}

function AddressField({ value, onChange }: { value: string; onChange: (text: string) => void }): ReactNode {
  const isInvalid = value.trim() !== '' && !isIpAddress(value);
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
