import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { SERVICE_TITAN_FIELD_NAMES, SERVICE_TITAN_FIELDS } from '@ringwell/domain/calls/service-titan-fields';

import { useUser } from '../../../lib/session/session';
import { FilterSelect } from '../../../ui/forms/filter-select';
import type { CallFilters } from '../call-filters';
import { serviceTitanFieldsQuery } from './api';

interface ServiceTitanFiltersProps {
  filters: CallFilters;
  onChange: (changes: Partial<CallFilters>) => void;
}

/** Filters by ServiceTitan's data about calls. A filter without values is hidden. */
export function ServiceTitanFilters({ filters, onChange }: ServiceTitanFiltersProps): ReactNode {
  const { accountId } = useUser();
  const { data } = useQuery(serviceTitanFieldsQuery(accountId));
  return SERVICE_TITAN_FIELD_NAMES.map((name) => {
    const selectedValue = filters[name];
    const values = new Set([...(data?.[name] ?? []), ...(selectedValue === '' ? [] : [selectedValue])]);
    if (values.size === 0) return null;
    return (
      <FilterSelect
        key={name}
        label={SERVICE_TITAN_FIELDS[name]}
        allLabel={`${SERVICE_TITAN_FIELDS[name]}: any`}
        value={selectedValue}
        options={[...values].map((value) => [value, value])}
        onChange={(value) => onChange({ [name]: value })}
      />
    );
  });
}
