import { useId, useState, type ReactNode } from 'react';

import { CALL_LABEL_NAMES, CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';

import { Button } from '../../../ui/buttons/button';
import { Checkbox } from '../../../ui/forms/checkbox';
import { useSettings } from '../settings-context';
import { useChangeEmailLabels } from './use-change-email-labels';

interface AddressLabelsProps {
  address: string;
  /** Rendered after the button that opens the choice. */
  children: ReactNode;
}

/** About which calls an address gets emails: those of the account, or its own choice. */
export function AddressLabels({ address, children }: AddressLabelsProps): ReactNode {
  const { saved } = useSettings();
  const change = useChangeEmailLabels();
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  const own = saved.emailLabels[address];
  const labels = own ?? labelsOfAccount(saved);
  const save = (next: readonly CallLabel[] | null): void => {
    if (!change.isPending)
      change.mutate({ address, labels: next && CALL_LABELS.filter((label) => next.includes(label)) });
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="max-sm:mr-auto max-sm:-ml-3"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        aria-label={`Calls for ${address}: ${textOf(own)}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        {textOf(own)}
      </Button>
      {children}
      {isOpen && (
        <fieldset id={panel} aria-busy={change.isPending} className="w-full pb-2.5">
          <legend className="sr-only">Calls that {address} gets emails about</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            <Checkbox
              label="Same as account"
              checked={own === undefined}
              onCheckedChange={(isSame) => save(isSame ? null : labels)}
            />
            {own !== undefined &&
              CALL_LABELS.map((label) => (
                <Checkbox
                  key={label}
                  label={CALL_LABEL_NAMES[label]}
                  checked={own.includes(label)}
                  onCheckedChange={(isOn) => save(isOn ? [...own, label] : own.filter((each) => each !== label))}
                />
              ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

interface AccountLabels {
  emailPositiveSentiment: boolean;
  emailNeutralSentiment: boolean;
  emailNegativeSentiment: boolean;
}

function labelsOfAccount(settings: AccountLabels): CallLabel[] {
  const { emailPositiveSentiment, emailNeutralSentiment, emailNegativeSentiment } = settings;
  return [
    ...(emailPositiveSentiment ? ['positive' as const] : []),
    ...(emailNeutralSentiment ? ['neutral' as const] : []),
    ...(emailNegativeSentiment ? ['negative' as const] : []),
    'needs_review',
  ];
}

function textOf(own: readonly CallLabel[] | undefined): string {
  if (own === undefined) return 'Same as account';
  return own.length === 0 ? 'No calls' : own.map((label) => CALL_LABEL_NAMES[label]).join(', ');
}
