import { useState, type ReactNode } from 'react';

import { STEP_OPTIONS, type Period } from '@ringwell/domain/weekly-letters/report-period';

import { useIsMobile } from '../../lib/browser/use-media-query';
import { Button } from '../../ui/buttons/button';
import { FULL_YEAR_PATTERN } from '../../ui/forms/day-field';
import { Input, Options, Select } from '../../ui/forms/input';
import { MoreFilters } from '../../ui/forms/more-filters';
import { formatPeriod } from './format-period';
import { PRESETS, type Preset, type SelectedPeriod } from './period';
import type { ReportParams } from './use-report-address';

const STEP_NAMES = {
  auto: 'Chart: automatic',
  day: 'Chart by day',
  week: 'Chart by week',
  month: 'Chart by month',
} as const;
const PRESET_NAMES = Object.keys(PRESETS) as Preset[];

interface PeriodFilterProps {
  period: SelectedPeriod;
  onChange: (changes: ReportParams) => void;
  /** Additional filters, shown next to the custom date range. */
  filters?: ReactNode;
  /** Number of additional filters in use. */
  filterCount?: number;
  /** Shown at the end of the row. */
  children?: ReactNode;
}

/** Single-row period picker. A button reveals the custom date range, chart interval and additional filters. */
export function PeriodFilter({ period, onChange, filters, filterCount = 0, children }: PeriodFilterProps): ReactNode {
  const { from, to, by, preset } = period;
  const isMobile = useIsMobile();
  const choosePreset = (option: string): void => onChange({ period: option, from: undefined, to: undefined });
  const chooseDays = (days: Period): void => onChange({ period: undefined, ...days });
  return (
    <div role="search" aria-label="Period" className="flex flex-wrap items-center gap-2 md:gap-3 print:hidden">
      {isMobile ? (
        <Select
          aria-label="Days"
          className="min-w-0 grow"
          value={preset ?? ''}
          onChange={({ target }) => choosePreset(target.value)}
        >
          {preset === null && <option value="">{formatPeriod(period)}</option>}
          <Options of={PRESET_NAMES.map((option) => [option, PRESETS[option].label])} />
        </Select>
      ) : (
        <div role="group" aria-label="Days" className="flex gap-1.5">
          {PRESET_NAMES.map((option) => (
            <Button
              key={option}
              variant="outline"
              aria-pressed={preset === option}
              className="aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
              onClick={() => choosePreset(option)}
            >
              {PRESETS[option].label}
            </Button>
          ))}
        </div>
      )}
      <MoreFilters count={Number(preset === null) + Number(by !== 'auto') + filterCount}>
        <DayField label="From" value={from} max={to} onChange={(day) => chooseDays({ from: day, to })} />
        <DayField label="To" value={to} min={from} onChange={(day) => chooseDays({ from, to: day })} />
        <Select aria-label="Trend" value={by} onChange={({ target }) => onChange({ by: target.value })}>
          <Options of={STEP_OPTIONS.map((step) => [step, STEP_NAMES[step]])} />
        </Select>
        {filters}
      </MoreFilters>
      {children}
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

// Applies the date on blur or Enter, because it changes with each keystroke. Ignores an empty or incomplete date.
function DayField({ label, value, min, max, onChange }: DayFieldProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const commit = (): void => {
    if (draft !== null && FULL_YEAR_PATTERN.test(draft) && draft !== value) onChange(draft);
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
