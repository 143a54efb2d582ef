import { useId, useState, type FocusEvent, type ReactNode } from 'react';

import { DEFAULT_BUSINESS_WEEK, type OpenHours } from '@ringwell/domain/accounts/business-week';

import { Input } from '../../../ui/forms/input';
import { Switch } from '../../../ui/forms/switch';
import { SaveError, SaveIndicator } from '../fields/save-indicator';
import { useSetting } from '../settings-context';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const DEFAULT_HOURS = DEFAULT_BUSINESS_WEEK[0] ?? { from: '08:00', until: '17:00' };

// Time inputs don't support 24:00, so they show 00:00 for the end of the day.
const MIDNIGHT = '00:00';
const END_OF_DAY = '24:00';

export function BusinessHoursSetting(): ReactNode {
  const { value: week, error, save } = useSetting('businessWeek');
  const [problem, setProblem] = useState<string>();
  const changeDay = (index: number, hours: OpenHours | null): void => {
    const newWeek = week.map((day, dayIndex) => (dayIndex === index ? hours : day));
    const isOpen = newWeek.some((day) => day !== null);
    setProblem(isOpen ? undefined : 'Keep at least one day open.');
    if (isOpen) void save(newWeek);
  };
  return (
    <fieldset className="relative min-w-0">
      <legend className="mb-1.5 font-semibold">Business hours</legend>
      <SaveIndicator names={['businessWeek']} className="absolute top-0 right-0" />
      <p className="text-fg-muted">Callback time only counts while your office is open.</p>
      <ul className="mt-2 divide-y">
        {DAYS.map((day, index) => (
          <DayHours key={day} day={day} hours={week[index] ?? null} onChange={(hours) => changeDay(index, hours)} />
        ))}
      </ul>
      <SaveError message={problem ?? error} />
    </fieldset>
  );
}

interface DayHoursProps {
  day: string;
  hours: OpenHours | null;
  onChange: (hours: OpenHours | null) => void;
}

// Times are saved on blur.
function DayHours({ day, hours, onChange }: DayHoursProps): ReactNode {
  const id = useId();
  const [draft, setDraft] = useState<OpenHours | null>(null);
  const [isInvalid, setIsInvalid] = useState(false);
  const displayedHours = draft ?? hours;
  const editHours = (changes: Partial<OpenHours>): void => {
    setIsInvalid(false);
    if (displayedHours) setDraft({ ...displayedHours, ...changes });
  };
  const saveOnBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (draft === null || currentTarget.contains(relatedTarget)) return;
    const isDraftInvalid = draft.from === '' || draft.until === '' || draft.from >= draft.until;
    setIsInvalid(isDraftInvalid);
    if (isDraftInvalid) return;
    setDraft(null);
    if (draft.from !== hours?.from || draft.until !== hours.until) onChange(draft);
  };
  const toggle = (isOpen: boolean): void => {
    setDraft(null);
    setIsInvalid(false);
    onChange(isOpen ? DEFAULT_HOURS : null);
  };
  const timeProps = { type: 'time', className: 'max-w-36 min-w-0', 'aria-invalid': isInvalid || undefined } as const;
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <span className="flex w-40 items-center gap-3">
        <Switch id={id} checked={hours !== null} onCheckedChange={toggle} />
        <label htmlFor={id} className="font-medium">
          <span className="sr-only">Open on </span>
          {day}
        </label>
      </span>
      {displayedHours === null ? (
        <span className="text-fg-muted">Closed</span>
      ) : (
        <span className="flex min-w-0 items-center gap-2" onBlur={saveOnBlur}>
          <Input
            {...timeProps}
            aria-label={`${day} from`}
            value={displayedHours.from}
            onChange={({ target }) => editHours({ from: target.value })}
          />
          to
          <Input
            {...timeProps}
            aria-label={`${day} until`}
            value={displayedHours.until === END_OF_DAY ? MIDNIGHT : displayedHours.until}
            onChange={({ target }) => editHours({ until: target.value === MIDNIGHT ? END_OF_DAY : target.value })}
          />
        </span>
      )}
      {isInvalid && <SaveError message="The closing time must be later than the opening time." />}
    </li>
  );
}
