import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { ActivityAction } from '@ringwell/domain/accounts/activity';

import { useDebounced } from '../../lib/browser/use-debounced';
import { ButtonLink } from '../../ui/buttons/button';
import { DayField } from '../../ui/forms/day-field';
import { FilterSelect } from '../../ui/forms/filter-select';
import { SearchBox } from '../../ui/forms/search-box';
import { Card } from '../../ui/layout/card';
import { ActivityTable } from './activity-table';
import { exportPath, type ActivityFilter, type ActivityQuery } from './api';

interface ActivityLogProps {
  /** The list's API path, which is also the prefix of its CSV export path. */
  path: Parameters<typeof exportPath>[0];
  getQuery: (filter: ActivityFilter) => ActivityQuery;
  /** Actions to choose from. */
  actions: readonly ActivityAction[];
  noAddressLabel?: string;
}

export function ActivityLog({ path, getQuery, actions, noAddressLabel }: ActivityLogProps): ReactNode {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<ActivityFilter>({});
  const change = (changes: ActivityFilter): void => setFilter({ ...filter, ...changes });
  const appliedFilter = { ...filter, search: useDebounced(search.trim()) || undefined };
  const sortedActions = actions.toSorted((a, b) => a.localeCompare(b));
  return (
    <Card>
      <div role="search" aria-label="Activity" className="mb-5 flex flex-wrap items-center gap-3">
        <SearchBox label="Search activity" value={search} onChange={setSearch} />
        <FilterSelect
          label="Action"
          allLabel="All actions"
          value={filter.action ?? ''}
          options={sortedActions.map((action) => [action, action])}
          onChange={(action) => change({ action: action || undefined })}
          className="max-sm:grow"
        />
        <div className="flex flex-wrap gap-3">
          <DayField label="From" value={filter.from ?? null} onChange={(from) => change({ from: from ?? undefined })} />
          <DayField label="To" value={filter.to ?? null} onChange={(to) => change({ to: to ?? undefined })} />
        </div>
        <ButtonLink href={exportPath(path, appliedFilter)} download variant="outline" className="sm:ml-auto">
          <Download aria-hidden />
          Export CSV
        </ButtonLink>
      </div>
      <ActivityTable
        noAddressLabel={noAddressLabel}
        query={getQuery(appliedFilter)}
        isFiltered={Object.values(appliedFilter).some((value) => value !== undefined)}
      />
    </Card>
  );
}
