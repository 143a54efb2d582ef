import type { ReactNode } from 'react';

import { Options, Select } from './input';

export type FilterOptions<T extends string = string> = readonly (readonly [T, string])[];

interface FilterSelectProps<T extends string> {
  label: string;
  allLabel: string;
  value: T | '';
  options: FilterOptions<T>;
  onChange: (value: T | '') => void;
  className?: string;
}

/** A single-value list filter. An empty value shows everything. */
export function FilterSelect<T extends string>({
  label,
  allLabel,
  value,
  options,
  onChange,
  className,
}: FilterSelectProps<T>): ReactNode {
  return (
    <Select
      aria-label={label}
      className={className}
      value={value}
      onChange={(event) => onChange(options.find(([option]) => option === event.target.value)?.[0] ?? '')}
    >
      <option value="">{allLabel}</option>
      <Options of={options} />
    </Select>
  );
}
