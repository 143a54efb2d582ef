import { Download } from 'lucide-react';
import { useDeferredValue, useState, type ReactNode } from 'react';

import { activityName, type ActivityAction } from '@ringwell/domain/accounts/activity';

import { ButtonLink } from '../../ui/buttons/button';
import { Input, Select } from '../../ui/forms/input';
import { SearchBox } from '../../ui/forms/search-box';
import { Card } from '../../ui/layout/card';
import { ActivityTable } from './activity-table';
import { exportPath, type ActivityFilter, type ActivityPages } from './api';

interface ActivityLogProps {
  /** Path of the list, whose CSV export is below it. */
  path: Parameters<typeof exportPath>[0];
  pagesOf: (filter: ActivityFilter) => ActivityPages;
  /** Actions to choose from. */
  actions: readonly ActivityAction[];
  noAddress?: string;
}

/** A searchable list of activity with an export. */
export function ActivityLog({ path, pagesOf, actions, noAddress }: ActivityLogProps): ReactNode {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<ActivityFilter>({});
  const change = (changed: ActivityFilter): void => setFilter({ ...filter, ...changed });
  const shown = useDeferredValue({ ...filter, search: search.trim() || undefined });
  const sorted = actions.toSorted((one, other) => one.localeCompare(other));
  return (
    <Card>
      <div role="search" aria-label="Activity" className="mb-5 flex flex-wrap items-center gap-3">
        <SearchBox label="Search activity" value={search} onChange={setSearch} />
        <Select
          aria-label="Action"
          value={filter.action ?? ''}
          onChange={({ target }) => change({ action: actions.find((action) => action === target.value) })}
          className="max-sm:grow"
        >
          <option value="">All actions</option>
          {sorted.map((action) => (
            <option key={action} value={action}>
              {activityName(action)}
            </option>
          ))}
        </Select>
        <div className="flex flex-wrap gap-3">
          <DayField label="From" value={filter.from} onChange={(from) => change({ from })} />
          <DayField label="To" value={filter.to} onChange={(to) => change({ to })} />
        </div>
        <ButtonLink href={exportPath(path, shown)} variant="outline" className="sm:ml-auto">
          <Download aria-hidden />
          Export CSV
        </ButtonLink>
      </div>
      <ActivityTable
        noAddress={noAddress}
        pages={pagesOf(shown)}
        isFiltered={Object.values(shown).some((value) => value !== undefined)}
      />
    </Card>
  );
}

interface DayFieldProps {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

function DayField({ label, value, onChange }: DayFieldProps): ReactNode {
  return (
    <label className="flex items-center gap-2 text-fg-muted">
      {label}
      <Input type="date" value={value ?? ''} onChange={({ target }) => onChange(target.value || undefined)} />
    </label>
  );
}
