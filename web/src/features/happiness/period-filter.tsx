import { useState, type ReactNode } from 'react';

import { CHOSEN_STEPS } from '@ringwell/domain/weekly-letters/report-period';

import { Button } from '../../ui/buttons/button';
import { Input, Select } from '../../ui/forms/input';
import { PRESETS, type Preset, type ShownPeriod } from './period';

const STEP_NAMES = { auto: 'Automatic steps', day: 'By day', week: 'By week', month: 'By month' } as const;

interface PeriodFilterProps {
  period: ShownPeriod;
  onChange: (params: Record<string, string>) => void;
}

export function PeriodFilter({ period, onChange }: PeriodFilterProps): ReactNode {
  const { from, to, by, preset } = period;
  return (
    <div role="search" aria-label="Period" className="grid grid-cols-2 gap-3 md:flex md:flex-wrap">
      <div
        role="group"
        aria-label="Last days"
        className="flex flex-wrap gap-1.5 max-md:col-span-2 max-md:grid max-md:grid-cols-2"
      >
        {(Object.keys(PRESETS) as Preset[]).map((each) => (
          <Button
            key={each}
            variant="outline"
            aria-pressed={preset === each}
            className="aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
            onClick={() => onChange({ period: each })}
          >
            {PRESETS[each].label}
          </Button>
        ))}
      </div>
      <DayField label="From" value={from} max={to} onChange={(day) => onChange({ from: day, to })} />
      <DayField label="To" value={to} min={from} onChange={(day) => onChange({ from, to: day })} />
      <Select
        aria-label="Trend"
        className="max-md:col-span-2"
        value={by}
        onChange={(event) =>
          onChange({ ...(preset === null ? { from, to } : { period: preset }), by: event.target.value })
        }
      >
        {CHOSEN_STEPS.map((step) => (
          <option key={step} value={step}>
            {STEP_NAMES[step]}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

// Applied on blur or Enter, because a date being typed changes with each key. An empty or incomplete date changes
// nothing.
function DayField({ label, value, min, max, onChange }: DayFieldProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const commit = (): void => {
    if (draft !== null && draft !== '' && draft !== value) onChange(draft);
    setDraft(null);
  };
  return (
    <label className="flex min-w-0 gap-x-2 gap-y-1 text-fg-muted max-md:flex-col md:items-center">
      {label}
      <Input
        type="date"
        value={draft ?? value}
        min={min}
        max={max}
        required
        onChange={({ target }) => setDraft(target.value)}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
        className="min-w-0"
      />
    </label>
  );
}
