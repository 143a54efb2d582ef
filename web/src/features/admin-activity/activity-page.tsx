import { Download } from 'lucide-react';
import { useDeferredValue, useState, type ReactNode } from 'react';

import { ACTIVITY_ACTIONS } from '@ringwell/domain/activity';

import { ButtonLink } from '../../ui/buttons/button';
import { Input, Select } from '../../ui/forms/input';
import { SearchBox } from '../../ui/forms/search-box';
import { Card } from '../../ui/layout/card';
import { ActivityTable } from './activity-table';
import { exportPath, type ActivityQuery } from './api';

const ACTIONS = ACTIVITY_ACTIONS.toSorted((one, other) => one.localeCompare(other));

export function ActivityPage(): ReactNode {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<ActivityQuery>({});
  const change = (changed: ActivityQuery): void => setFilter({ ...filter, ...changed });
  const query = useDeferredValue({ ...filter, search: search.trim() || undefined });
  return (
    <Card>
      <div role="search" aria-label="Activity" className="mb-5 flex flex-wrap items-center gap-3">
        <SearchBox label="Search people, actions or addresses" value={search} onChange={setSearch} />
        <Select
          aria-label="Action"
          value={filter.action ?? ''}
          onChange={({ target }) => change({ action: ACTIONS.find((action) => action === target.value) })}
          className="max-sm:grow"
        >
          <option value="">All actions</option>
          {ACTIONS.map((action) => (
            <option key={action}>{action}</option>
          ))}
        </Select>
        <div className="flex flex-wrap gap-3">
          <DayField label="From" value={filter.from} onChange={(from) => change({ from })} />
          <DayField label="To" value={filter.to} onChange={(to) => change({ to })} />
        </div>
        <ButtonLink href={exportPath(query)} variant="outline" className="sm:ml-auto">
          <Download aria-hidden />
          Export CSV
        </ButtonLink>
      </div>
      <ActivityTable query={query} />
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
