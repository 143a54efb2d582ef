import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';

import { CALL_LABEL_NAMES, CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';

import type { MemberAlerts, MemberAlertsChange } from '../../api/types';
import { SET_UP_INSTRUCTIONS } from '../../lib/messages/set-up-instructions';
import { useUser } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Checkbox } from '../../ui/forms/checkbox';
import { Field } from '../../ui/forms/field';
import { Input } from '../../ui/forms/input';
import { ACCOUNT_COPY } from './account-copy';
import { myAlertsQuery, useChangeAlerts } from './api';

const DEFAULT_QUIET_HOURS = { from: '20:00', until: '07:00' };

/** The signed-in user's own email alerts, which are sent in addition to the account's. */
export function AlertSettings(): ReactNode {
  const { id, accountId } = useUser();
  const { data, error, refetch } = useQuery(myAlertsQuery(id, accountId));
  if (data) return <AlertsForm key={`${id} ${accountId}`} savedAlerts={data} />;
  return <LoadPlaceholder subject="your alerts" className="h-32" retry={error && refetch} />;
}

function AlertsForm({ savedAlerts }: { savedAlerts: MemberAlerts }): ReactNode {
  const { accountName } = useUser();
  const [labels, setLabels] = useState<readonly CallLabel[]>(savedAlerts.labels);
  const [hasQuietHours, setHasQuietHours] = useState(savedAlerts.quietHours !== null);
  const [hours, setHours] = useState(savedAlerts.quietHours ?? DEFAULT_QUIET_HOURS);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [wantsLetter, setWantsLetter] = useState(savedAlerts.weeklyLetter);
  const [syncedAlerts, setSyncedAlerts] = useState(savedAlerts);
  const [sentAlerts, setSentAlerts] = useState<MemberAlertsChange>();
  const change = useChangeAlerts();
  if (isChanged(syncedAlerts, savedAlerts)) {
    setSyncedAlerts(savedAlerts);
    setSentAlerts(undefined);
    // Settings saved elsewhere replace older choices. Settings saved here keep the choices made in the meantime.
    if (!sentAlerts || isChanged(sentAlerts, savedAlerts)) {
      setLabels(savedAlerts.labels);
      setHasQuietHours(savedAlerts.quietHours !== null);
      setHours(savedAlerts.quietHours ?? hours);
      setWantsLetter(savedAlerts.weeklyLetter);
    }
  }
  const zoneId = useId();
  const letterId = useId();
  const timeError = (time: string): string | undefined =>
    isSubmitted && time === '' ? ACCOUNT_COPY.alerts.missing : undefined;
  const isValid = !hasQuietHours || (hours.from !== '' && hours.until !== '' && hours.from !== hours.until);
  const areEqual = isSubmitted && hours.from === hours.until && hours.from !== '';
  const save = (): void => {
    setIsSubmitted(true);
    if (!isValid) return;
    const alerts = { labels: [...labels], quietHours: hasQuietHours ? hours : null, weeklyLetter: wantsLetter };
    setSentAlerts(alerts);
    change.mutate(alerts);
  };
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <AlertProblem alerts={savedAlerts} />
      <fieldset className="min-w-0">
        <legend className="mb-2 wrap-anywhere">
          Email me about calls to {accountName}
          {savedAlerts.address !== null && (
            <>
              {' '}
              at <strong className="font-semibold wrap-anywhere">{savedAlerts.address}</strong>
            </>
          )}
        </legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {CALL_LABELS.map((label) => (
            <Checkbox
              key={label}
              label={CALL_LABEL_NAMES[label]}
              checked={labels.includes(label)}
              onCheckedChange={(isOn) =>
                setLabels(CALL_LABELS.filter((item) => (item === label ? isOn : labels.includes(item))))
              }
            />
          ))}
        </div>
        {!savedAlerts.reviewAlertsEnabled && labels.includes('needs_review') && (
          <p className="mt-2 text-fg-muted wrap-anywhere">
            {accountName} sends no alerts about calls that need a listen. Owners and managers can turn them on in
            Settings.
          </p>
        )}
      </fieldset>
      <fieldset>
        <legend className="sr-only">Quiet hours</legend>
        <Checkbox
          label="Quiet hours"
          checked={hasQuietHours}
          onCheckedChange={setHasQuietHours}
          aria-describedby={zoneId}
        />
        <p id={zoneId} className="text-fg-muted">
          Emails about calls, including the account's alerts, are held until quiet hours end, unless a customer is in
          danger. Time zone: {savedAlerts.timeZone.replaceAll('_', ' ')}.
        </p>
        {hasQuietHours && (
          <div className="mt-3 flex flex-wrap gap-4">
            <Field label="From" error={timeError(hours.from)}>
              <Input
                type="time"
                value={hours.from}
                onChange={({ target }) => setHours({ ...hours, from: target.value })}
              />
            </Field>
            <Field label="Until" error={areEqual ? 'Choose a time other than the start time.' : timeError(hours.until)}>
              <Input
                type="time"
                value={hours.until}
                onChange={({ target }) => setHours({ ...hours, until: target.value })}
              />
            </Field>
          </div>
        )}
      </fieldset>
      <div>
        <Checkbox
          label="Weekly letter"
          checked={wantsLetter}
          onCheckedChange={setWantsLetter}
          aria-describedby={letterId}
        />
        <p id={letterId} className="text-fg-muted">
          Every Monday at 7 AM, a look back at last week: happiness, unhappy customers, promises and praise.
        </p>
      </div>
      <Button type="submit" pending={change.isPending} pendingLabel="Saving..." className="justify-self-start">
        {ACCOUNT_COPY.alerts.save}
      </Button>
    </form>
  );
}

function isChanged(a: MemberAlertsChange, b: MemberAlertsChange): boolean {
  const serializeChoices = ({ labels, quietHours, weeklyLetter }: MemberAlertsChange): string =>
    JSON.stringify([labels, quietHours, weeklyLetter]);
  return serializeChoices(a) !== serializeChoices(b);
}

/** Explains why these emails can't be delivered. */
function AlertProblem({ alerts: { isMailSetUp, address, isUnsubscribed } }: { alerts: MemberAlerts }): ReactNode {
  const { role } = useUser();
  const problem =
    address === null
      ? 'Your account has no email address. Ask an administrator to add one.'
      : !isMailSetUp
        ? role === 'admin'
          ? SET_UP_INSTRUCTIONS.MAIL_UNAVAILABLE
          : "Email isn't available yet. Contact support."
        : isUnsubscribed
          ? `You unsubscribed from this account's emails. Open the unsubscribe link in an earlier email and choose "Subscribe again".`
          : undefined;
  if (problem === undefined) return null;
  return <p className="rounded-control bg-warning-soft px-3 py-2 text-on-warning-soft">{problem}</p>;
}
