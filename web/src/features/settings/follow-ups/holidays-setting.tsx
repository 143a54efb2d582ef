import { Plus, X } from 'lucide-react';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';

import { MAX_HOLIDAYS } from '@ringwell/domain/accounts/business-week';
import { usHolidays } from '@ringwell/domain/accounts/us-holidays';

import { formatUtcDay, getPageTimeZone } from '../../../lib/format/format';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { FULL_YEAR_PATTERN } from '../../../ui/forms/day-field';
import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
import { SaveIndicator } from '../fields/save-indicator';
import { useSetting } from '../settings-context';

export function HolidaysSetting(): ReactNode {
  const { value, error, save, clearOutcome } = useSetting('holidays');
  const [day, setDay] = useState('');
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const addHoliday = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const newProblem = validateDay(day, value);
    setProblem(newProblem);
    if (newProblem !== undefined) return;
    setDay('');
    if (!(await save([...value, day].sort()))) setDay((newDay) => newDay || day);
  };
  const missingUsHolidays = listUpcomingUsHolidays().filter((date) => !value.includes(date));
  const addUsHolidays = (): void => {
    input.current?.focus(); // the button unmounts
    void save([...value, ...missingUsHolidays].sort());
  };
  const removeHoliday = (removedDay: string): void => {
    input.current?.focus(); // the button unmounts
    void save(value.filter((date) => date !== removedDay));
  };
  return (
    <div className="relative">
      <p className="mb-1.5 font-semibold">Holidays</p>
      <SaveIndicator names={['holidays']} className="absolute top-0 right-0" />
      {value.length === 0 ? (
        <p className="text-fg-muted">Add the days when your office is closed.</p>
      ) : (
        <ul aria-label="Holidays" className="flex flex-wrap gap-2">
          {value.map((date) => (
            <li key={date} className="flex items-center rounded-control border bg-sunken pl-3 pointer-coarse:min-h-11">
              {formatUtcDay(date)}
              <IconButton
                label={`Remove ${formatUtcDay(date)}`}
                onClick={() => removeHoliday(date)}
                className="size-8 [&_svg]:size-3.5"
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={(event) => void addHoliday(event)} className="mt-3">
        <Field label={<span className="sr-only">New holiday</span>} error={problem ?? error} required={false}>
          <div className="flex gap-2">
            <Input
              ref={input}
              type="date"
              className="max-w-48"
              value={day}
              onChange={({ target }) => {
                setDay(target.value);
                setProblem(undefined);
                clearOutcome();
              }}
            />
            <Button type="submit" variant="outline">
              <Plus aria-hidden />
              Add
            </Button>
          </div>
        </Field>
      </form>
      {missingUsHolidays.length > 0 && value.length + missingUsHolidays.length <= MAX_HOLIDAYS && (
        <Button variant="outline" size="sm" className="mt-3" onClick={addUsHolidays}>
          Add US holidays for the next 12 months
        </Button>
      )}
    </div>
  );
}

function listUpcomingUsHolidays(): string[] {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: getPageTimeZone() });
  const year = Number(today.slice(0, 4));
  const sameDayNextYear = `${year + 1}${today.slice(4)}`;
  return [...usHolidays(year), ...usHolidays(year + 1)].filter((day) => day >= today && day < sameDayNextYear);
}

function validateDay(day: string, days: readonly string[]): string | undefined {
  if (day === '') return 'Choose a date.';
  if (!FULL_YEAR_PATTERN.test(day)) return 'Enter a four-digit year.';
  if (days.includes(day)) return 'That day has already been added.';
  return days.length >= MAX_HOLIDAYS ? `Use ${MAX_HOLIDAYS} days or fewer.` : undefined;
}
