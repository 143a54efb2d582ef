import { useState, type ReactNode } from 'react';

import { Input } from './input';

/** Matches a day whose year is complete. A year is typed digit by digit: 0002, 0020, 0202, 2026, even 20266. */
export const FULL_YEAR_PATTERN = /^[1-9]\d{3}-/;

interface DayFieldProps {
  label: string;
  value: string | null;
  min?: string;
  max?: string;
  onChange: (day: string | null) => void;
}

/** A list filter for the first or last day of a range. A typed date is applied once its year is complete. */
export function DayField({ label, value, min, max, onChange }: DayFieldProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const changeDay = (day: string): void => {
    setDraft(day);
    if (day === '' || FULL_YEAR_PATTERN.test(day)) onChange(day || null);
  };
  return (
    <label className="flex min-w-0 gap-x-2 gap-y-1 text-fg-muted max-md:flex-col md:items-center">
      {label}
      <Input
        type="date"
        value={draft ?? value ?? ''}
        min={min}
        max={max}
        onChange={({ target }) => changeDay(target.value)}
        onBlur={() => setDraft(null)}
        className="min-w-0"
      />
    </label>
  );
}
