import type { ReactNode } from 'react';

import { ADD_ON_NAMES } from '@ringwell/domain/billing/plans';
import { joinWithAnd } from '@ringwell/domain/text/join-with-and';

import { Checkbox } from '../../../ui/forms/checkbox';
import { SaveError, SaveIndicator } from '../fields/save-indicator';
import { useSetting } from '../settings-context';

const DETAILS = [
  { name: 'hidePhoneNumbers', label: 'Phone numbers' },
  { name: 'hideNames', label: 'Customer names' },
  { name: 'hideAddresses', label: 'Street addresses' },
] as const;

export const HIDDEN_DETAILS_COPY = {
  legend: 'In chat and email, hide',
  placeholder:
    `${joinWithAnd([...Object.values(ADD_ON_NAMES), 'emails'])} will show [phone number], [name] or [address]. ` +
    'Your team still sees everything here.',
  limits: 'Hiding is automatic and not perfect: it may miss a name or number that is said in an unusual way.',
} as const;

/** Chooses which details to omit from alerts, messages about follow-ups and weekly letters. */
export function HiddenDetailsSetting(): ReactNode {
  return (
    <div className="grid gap-3">
      <fieldset className="relative">
        <legend className="font-semibold">{HIDDEN_DETAILS_COPY.legend}</legend>
        <SaveIndicator names={DETAILS.map(({ name }) => name)} className="absolute top-0 right-0" />
        <div className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
          {DETAILS.map((detail) => (
            <DetailSetting key={detail.name} {...detail} />
          ))}
        </div>
      </fieldset>
      <p>{HIDDEN_DETAILS_COPY.placeholder}</p>
      <p className="text-fg-muted">
        Agent names are still shown, because they belong to your staff. Notes in ServiceTitan, webhooks and CSV exports
        are not affected.
      </p>
      <p className="text-fg-muted">{HIDDEN_DETAILS_COPY.limits}</p>
    </div>
  );
}

function DetailSetting({ name, label }: (typeof DETAILS)[number]): ReactNode {
  const { value, error, save } = useSetting(name);
  return (
    <div>
      <Checkbox label={label} checked={value} onCheckedChange={(checked) => void save(checked)} />
      <SaveError message={error} />
    </div>
  );
}
