import type { ReactNode } from 'react';

import { Input } from './input';

interface DayFieldProps {
  label: string;
  value: string | null;
  onChange: (day: string | null) => void;
}

/** A list filter for the first or last day of a range. */
export function DayField({ label, value, onChange }: DayFieldProps): ReactNode {
  return (
    <label className="flex items-center gap-2 text-fg-muted">
      {label}
      <Input type="date" value={value ?? ''} onChange={({ target }) => onChange(target.value || null)} />
    </label>
  );
}
