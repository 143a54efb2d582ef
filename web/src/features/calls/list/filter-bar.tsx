import { Search } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

import { ASKED_TO_BOOK, ASKED_TO_BOOK_NAMES, REACHED, REACHED_NAMES } from '@ringwell/domain/calls/booking';
import { CALL_DIRECTION_NAMES, CALL_DIRECTIONS } from '@ringwell/domain/calls/call';
import { CALL_LABEL_NAMES, CALL_LABELS } from '@ringwell/domain/calls/call-label';
import type { CallRange } from '@ringwell/domain/calls/call-range';
import type { ServiceTitanField } from '@ringwell/domain/calls/service-titan-fields';
import { TOPIC_NAMES, TOPICS } from '@ringwell/domain/calls/topic';

import { keepFocus } from '../../../lib/browser/remember-focus';
import { useShortcut } from '../../../lib/browser/shortcuts';
import type { FilterControls } from '../../../lib/browser/use-filters';
import { useIsMobile } from '../../../lib/browser/use-media-query';
import { formatHour, WEEKDAYS } from '../../../lib/format/week';
import { Button } from '../../../ui/buttons/button';
import { cx } from '../../../ui/cx';
import { DayField } from '../../../ui/forms/day-field';
import { FilterSelect, type FilterOptions } from '../../../ui/forms/filter-select';
import { Input } from '../../../ui/forms/input';
import { MoreFilters } from '../../../ui/forms/more-filters';
import { lazyArea } from '../../../ui/lazy-part';
import { BOOKING_FILTER_NAMES, BOOKING_FILTERS, FILTER_NAMES, isFiltered, type CallFilters } from '../call-filters';
import { STATE_GROUPS } from '../call-state';
import { AgentFilter } from '../components/agent-filter';

const ServiceTitanFilters = lazyArea(async () => (await import('./service-titan-filters')).ServiceTitanFilters);

const toOptions = <T extends string>(values: readonly T[], names: Readonly<Record<T, string>>): FilterOptions =>
  values.map((value) => [value, names[value]]);

type ChoiceName = Exclude<keyof CallFilters, ServiceTitanField | 'search' | 'agent' | 'from' | 'to' | 'range'>;
type Choice = readonly [name: ChoiceName, label: string, allLabel: string, options: FilterOptions];

const LABEL_CHOICE: Choice = ['label', 'Label', 'All labels', toOptions(CALL_LABELS, CALL_LABEL_NAMES)];

const CHOICES: readonly Choice[] = [
  ['topic', 'Topic', 'All topics', toOptions(TOPICS, TOPIC_NAMES)],
  ['booking', 'Booked or not', 'Booked or not', toOptions(BOOKING_FILTERS, BOOKING_FILTER_NAMES)],
  ['asked', 'Asked to book', 'Asked to book or not', toOptions(ASKED_TO_BOOK, ASKED_TO_BOOK_NAMES)],
  ['reached', 'Reached', 'Reached or not', toOptions(REACHED, REACHED_NAMES)],
  ['hasJob', 'Job', 'With or without a job', [['true', 'With a job']]],
  ['state', 'Status', 'Any status', Object.entries(STATE_GROUPS).map(([name, { label }]) => [name, label])],
  ['direction', 'Direction', 'Inbound & outbound', toOptions(CALL_DIRECTIONS, CALL_DIRECTION_NAMES)],
];

const WEEK_CHOICES: readonly Choice[] = [
  ['weekday', 'Weekday', 'Any weekday', WEEKDAYS.map((name, index) => [String(index + 1), name])],
  ['hour', 'Hour', 'Any hour', Array.from({ length: 24 }, (_, hour) => [String(hour), formatHour(hour)])],
];

const TIME_CHOICE: Choice = ['time', 'Dates and sort order', 'By call time', [['receivedAt', 'By time received']]];

// Shown only when a link from a report sets them.
const REPORT_FILTERS: ReadonlySet<string> = new Set(['asked', 'reached', 'hasJob']);

interface FilterBarProps {
  controls: FilterControls<CallFilters>;
  /** Shown at the end of the bar. */
  children?: ReactNode;
}

export function FilterBar({ controls, children }: FilterBarProps): ReactNode {
  const { filters, typedFilters, typeText, change: onChange, clear } = controls;
  const isMobile = useIsMobile();
  const choiceProps = { filters, onChange };
  const labelFilter = <Choices {...choiceProps} choices={[LABEL_CHOICE]} />;
  const isAlwaysShown = (name: keyof CallFilters): boolean =>
    name === 'search' || name === 'range' || (name === 'label' && !isMobile);
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
      <MoreFilters isCompact count={FILTER_NAMES.filter((name) => filters[name] !== '' && !isAlwaysShown(name)).length}>
        {isMobile && labelFilter}
        <div className="min-[85rem]:hidden">
          <QuickRanges value={filters.range} onChange={(range) => onChange({ range, from: '', to: '' })} />
        </div>
        <OtherFilters {...choiceProps} />
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

function OtherFilters(props: OtherFiltersProps): ReactNode {
  const { filters, onChange } = props;
  const isWeekShown = filters.weekday !== '' || filters.hour !== '';
  return (
    <>
      <Choices {...props} choices={CHOICES.filter(([name]) => !REPORT_FILTERS.has(name) || filters[name] !== '')} />
      <AgentFilter value={filters.agent} onChange={(agent) => onChange({ agent })} />
      <ServiceTitanFilters {...props} />
      {isWeekShown && <Choices {...props} choices={WEEK_CHOICES} />}
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
      <Choices {...props} choices={[TIME_CHOICE]} />
    </>
  );
}

function Choices({ choices, filters, onChange }: OtherFiltersProps & { choices: readonly Choice[] }): ReactNode {
  return choices.map(([name, label, allLabel, options]) => (
    <FilterSelect
      key={name}
      label={label}
      allLabel={allLabel}
      value={filters[name]}
      options={options}
      onChange={(value) => onChange({ [name]: value })}
    />
  ));
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
