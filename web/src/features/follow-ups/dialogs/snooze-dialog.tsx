import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';

import { fromLocalInput } from '../../../lib/format/local-time';
import { useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
import { Dialog } from '../../../ui/overlays/dialog';
import { MAX_SNOOZE_DAYS } from '../actions';
import { openDaysQuery } from '../api';
import { clockTime } from '../due';
import { followUpName } from '../follow-up-name';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';
import { snoozeChoices } from '../snooze-times';
import type { ActionDialogProps } from './action-dialog-props';

const DAY_MS = 86_400_000;
const { snooze } = FOLLOW_UPS_COPY;

export function SnoozeDialog({ followUp, onSave, onClose }: ActionDialogProps): ReactNode {
  const { accountId } = useUser();
  const { data: openDays = [], isLoading } = useQuery(openDaysQuery(accountId));
  const [now] = useState(() => new Date());
  const [pickedTime, setPickedTime] = useState('');
  const [problem, setProblem] = useState<string>();
  const snoozeUntil = (until: string): void => void onSave({ action: 'snooze', until });
  const submitPickedTime = (event: FormEvent): void => {
    event.preventDefault();
    const until = fromLocalInput(pickedTime);
    if (until === null || !isWithinLimit(until)) setProblem(snooze.outOfRange(MAX_SNOOZE_DAYS));
    else snoozeUntil(until);
  };
  return (
    <Dialog
      onClose={onClose}
      title="Snooze until"
      description={`${followUpName(followUp)}. Until then, it's off the list and can't become overdue.`}
      width={448}
    >
      {isLoading ? (
        <Skeleton className="h-40" label="Loading times" />
      ) : (
        <ul className="grid gap-2">
          {snoozeChoices(now, openDays).map(({ label, until }) => (
            <li key={label}>
              <Button variant="outline" className="w-full justify-between!" onClick={() => snoozeUntil(until)}>
                {label}
                <span className="font-normal text-fg-muted">{clockTime(until, now)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={submitPickedTime} className="mt-5">
        <Field label={snooze.pick} error={problem}>
          <div className="flex gap-2">
            <Input
              type="datetime-local"
              value={pickedTime}
              onChange={(event) => {
                setPickedTime(event.target.value);
                setProblem(undefined);
              }}
            />
            <Button type="submit" variant="outline">
              {snooze.action}
            </Button>
          </div>
        </Field>
      </form>
    </Dialog>
  );
}

function isWithinLimit(until: string): boolean {
  const delayMs = Date.parse(until) - Date.now();
  return delayMs > 0 && delayMs <= MAX_SNOOZE_DAYS * DAY_MS;
}
