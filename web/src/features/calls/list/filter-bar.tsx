import { Search } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

import { ASKED_TO_BOOK, ASKED_TO_BOOK_NAMES, REACHED, REACHED_NAMES } from '@ringwell/domain/calls/booking';
import { CALL_DIRECTION_NAMES, CALL_DIRECTIONS } from '@ringwell/domain/calls/call';
import { CALL_LABEL_NAMES, CALL_LABELS } from '@ringwell/domain/calls/call-label';
import type { CallRange } from '@ringwell/domain/calls/call-range';
import { SERVICE_TITAN_FIELD_NAMES } from '@ringwell/domain/calls/service-titan-fields';
import { TOPIC_NAMES, TOPICS } from '@ringwell/domain/calls/topic';

import { keepFocus } from '../../../lib/browser/remember-focus';
import { useShortcut } from '../../../lib/browser/shortcuts';
import type { FilterControls } from '../../../lib/browser/use-filters';
import { useIsMobile } from '../../../lib/browser/use-media-query';
import { formatHour, WEEKDAYS } from '../../../lib/format/week';
import { Button } from '../../../ui/buttons/button';
import { cx } from '../../../ui/cx';
import { DayField } from '../../../ui/forms/day-field';
import { FilterSelect } from '../../../ui/forms/filter-select';
import { Input } from '../../../ui/forms/input';
import { MoreFilters } from '../../../ui/forms/more-filters';
import { lazyArea } from '../../../ui/lazy-part';
import { BOOKING_FILTER_NAMES, BOOKING_FILTERS, isFiltered, type CallFilters } from '../call-filters';
import { STATE_GROUPS } from '../call-state';
import { AgentFilter } from '../components/agent-filter';

const ServiceTitanFilters = lazyArea(async () => (await import('./service-titan-filters')).ServiceTitanFilters);

// Filters that the Filter button reveals.
const MORE_FILTERS = [
  'topic',
  'booking',
  'asked',
  'reached',
  'hasJob',
  'state',
  'direction',
  'agent',
  ...SERVICE_TITAN_FIELD_NAMES,
  'weekday',
  'hour',
  'from',
  'to',
  'time',
] as const;

interface FilterBarProps {
  controls: FilterControls<CallFilters>;
  /** Shown at the end of the bar. */
  children?: ReactNode;
}

export function FilterBar({ controls, children }: FilterBarProps): ReactNode {
  const { filters, typedFilters, typeText, change: onChange, clear } = controls;
  const isMobile = useIsMobile();
  const labelFilter = (
    <FilterSelect
      label="Label"
      allLabel="All labels"
      value={filters.label}
      options={CALL_LABELS.map((option) => [option, CALL_LABEL_NAMES[option]])}
      onChange={(label) => onChange({ label })}
    />
  );
  const hiddenFilters = isMobile ? (['label', ...MORE_FILTERS] as const) : MORE_FILTERS;
  return (
    <div role="search" aria-label="Calls" className="flex flex-wrap items-center gap-2 md:gap-3 print:hidden">
      <SearchBox
        text={typedFilters.search}
        onType={(search) => typeText({ search })}
        onSearch={(search) => onChange({ search })}
      />
      {!isMobile && labelFilter}
      <div className="max-md:hidden">
        <QuickRanges isInline value={filters.range} onChange={(range) => onChange({ range, from: '', to: '' })} />
      </div>
      <MoreFilters isCompact count={hiddenFilters.filter((name) => filters[name] !== '').length}>
        {isMobile && labelFilter}
        <div className="min-[85rem]:hidden">
          <QuickRanges value={filters.range} onChange={(range) => onChange({ range, from: '', to: '' })} />
        </div>
        <OtherFilters filters={filters} onChange={onChange} />
      </MoreFilters>
      {(isFiltered(filters) || typedFilters.search !== '') && (
        <Button ref={keepFocus} variant="ghost" onClick={clear}>
          Clear
        </Button>
      )}
      {children}
    </div>
  );
}

interface OtherFiltersProps {
  filters: CallFilters;
  onChange: (changes: Partial<CallFilters>) => void;
}

function OtherFilters({ filters, onChange }: OtherFiltersProps): ReactNode {
  return (
    <>
      <FilterSelect
        label="Topic"
        allLabel="All topics"
        value={filters.topic}
        options={TOPICS.map((option) => [option, TOPIC_NAMES[option]])}
        onChange={(topic) => onChange({ topic })}
      />
      <FilterSelect
        label="Booked or not"
        allLabel="Booked or not"
        value={filters.booking}
        options={BOOKING_FILTERS.map((option) => [option, BOOKING_FILTER_NAMES[option]])}
        onChange={(booking) => onChange({ booking })}
      />
      {filters.asked && (
        <FilterSelect
          label="Asked to book"
          allLabel="Asked to book or not"
          value={filters.asked}
          options={ASKED_TO_BOOK.map((option) => [option, ASKED_TO_BOOK_NAMES[option]])}
          onChange={(asked) => onChange({ asked })}
        />
      )}
      {filters.reached && (
        <FilterSelect
          label="Reached"
          allLabel="Reached or not"
          value={filters.reached}
          options={REACHED.map((option) => [option, REACHED_NAMES[option]])}
          onChange={(reached) => onChange({ reached })}
        />
      )}
      {filters.hasJob && (
        <FilterSelect
          label="Job"
          allLabel="With or without a job"
          value={filters.hasJob}
          options={[['true', 'With a job']]}
          onChange={(hasJob) => onChange({ hasJob })}
        />
      )}
      <FilterSelect
        label="Status"
        allLabel="Any status"
        value={filters.state}
        options={STATE_GROUP_NAMES.map((option) => [option, STATE_GROUPS[option].label])}
        onChange={(state) => onChange({ state })}
      />
      <FilterSelect
        label="Direction"
        allLabel="Inbound & outbound"
        value={filters.direction}
        options={CALL_DIRECTIONS.map((option) => [option, CALL_DIRECTION_NAMES[option]])}
        onChange={(direction) => onChange({ direction })}
      />
      <AgentFilter value={filters.agent} onChange={(agent) => onChange({ agent })} />
      <ServiceTitanFilters filters={filters} onChange={onChange} />
      <WeekFilters filters={filters} onChange={onChange} />
      <DayField
        label="From"
        value={filters.from}
        max={filters.to || undefined}
        onChange={(from) => onChange({ from: from ?? '', range: '' })}
      />
      <DayField
        label="To"
        value={filters.to}
        min={filters.from || undefined}
        onChange={(to) => onChange({ to: to ?? '', range: '' })}
      />
      <FilterSelect
        label="Dates and sort order"
        allLabel="By call time"
        value={filters.time}
        options={[['receivedAt', 'By time received']]}
        onChange={(time) => onChange({ time })}
      />
    </>
  );
}

const WEEKDAY_OPTIONS = WEEKDAYS.map((name, index) => [String(index + 1), name] as const);
const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => [String(hour), formatHour(hour)] as const);

// Shown only when a link from a report sets a weekday or an hour.
function WeekFilters({ filters: { weekday, hour }, onChange }: OtherFiltersProps): ReactNode {
  if (weekday === '' && hour === '') return null;
  return (
    <>
      <FilterSelect
        label="Weekday"
        allLabel="Any weekday"
        value={weekday}
        options={WEEKDAY_OPTIONS}
        onChange={(newWeekday) => onChange({ weekday: newWeekday })}
      />
      <FilterSelect
        label="Hour"
        allLabel="Any hour"
        value={hour}
        options={HOUR_OPTIONS}
        onChange={(newHour) => onChange({ hour: newHour })}
      />
    </>
  );
}

const RANGES: readonly (readonly [CallRange, string])[] = [
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['7d', '7 days'],
  ['last_week', 'Last week'],
  ['30d', '30 days'],
];
// On narrow screens, these ranges move behind the Filter button unless they are set.
const LESS_COMMON_RANGES: ReadonlySet<CallRange> = new Set(['yesterday', 'last_week']);

interface QuickRangesProps {
  value: CallRange | '';
  onChange: (range: CallRange | '') => void;
  isInline?: boolean;
}

function QuickRanges({ value, onChange, isInline = false }: QuickRangesProps): ReactNode {
  return (
    <div role="group" aria-label="Date range" className="flex flex-wrap gap-1.5">
      {RANGES.map(([range, label]) => (
        <Button
          key={range}
          variant="outline"
          aria-pressed={value === range}
          className={cx(
            'max-md:grow aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary',
            isInline && LESS_COMMON_RANGES.has(range) && 'max-[85rem]:not-aria-pressed:hidden',
          )}
          onClick={() => onChange(value === range ? '' : range)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

const STATE_GROUP_NAMES = Object.keys(STATE_GROUPS) as (keyof typeof STATE_GROUPS)[];

interface SearchBoxProps {
  text: string;
  onType: (text: string) => void;
  onSearch: (text: string) => void;
}

function SearchBox({ text, onType, onSearch }: SearchBoxProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useShortcut({ key: '/' }, () => field.current?.focus());
  return (
    <div className="relative min-w-40 grow basis-40">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-fg-subtle"
      />
      <Input
        ref={field}
        type="search"
        aria-label="Search calls"
        aria-keyshortcuts="/"
        placeholder="Search calls"
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(event.currentTarget.value);
        }}
        style={{ paddingLeft: '2.25rem' }}
      />
    </div>
  );
}
