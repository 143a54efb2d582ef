import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { SERVICE_TITAN_FIELD_NAMES, SERVICE_TITAN_FIELDS } from '@ringwell/domain/calls/service-titan-fields';

import { useUser } from '../../../lib/session/session';
import { FilterSelect } from '../../../ui/forms/filter-select';
import type { CallFilters } from '../call-filters';
import { serviceTitanFieldsQuery } from './api';

interface ServiceTitanFiltersProps {
  filters: CallFilters;
  onChange: (changed: Partial<CallFilters>) => void;
}

/** Filters by ServiceTitan's data about calls. A filter without values is hidden. */
export function ServiceTitanFilters({ filters, onChange }: ServiceTitanFiltersProps): ReactNode {
  const { accountId } = useUser();
  const { data } = useQuery(serviceTitanFieldsQuery(accountId));
  return SERVICE_TITAN_FIELD_NAMES.map((name) => {
    const chosen = filters[name];
    const words = new Set([...(data?.[name] ?? []), ...(chosen === '' ? [] : [chosen])]);
    if (words.size === 0) return null;
    return (
      <FilterSelect
        key={name}
        label={SERVICE_TITAN_FIELDS[name]}
        allLabel={`${SERVICE_TITAN_FIELDS[name]}: any`}
        value={chosen}
        options={[...words].map((word) => [word, word])}
        onChange={(word) => onChange({ [name]: word })}
      />
    );
  });
}
