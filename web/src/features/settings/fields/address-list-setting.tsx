import { Plus, X } from 'lucide-react';
import { useRef, useState, type ClipboardEvent, type FormEvent, type ReactNode } from 'react';

import { ALERT_LINK_DAYS } from '@ringwell/domain/deliveries/alert-address';
import { parseAddresses } from '@ringwell/domain/deliveries/email-list';

import { COPY } from '../../../lib/copy';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { Badge } from '../../../ui/data/badge';
import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
import { useConnection } from '../connections/use-connection';
import { AddressConfirmation } from '../notifications/address-confirmation';
import { useSetting, useSettings } from '../settings-context';
import { pasteOnOneLine } from '../vocabulary/add-terms';
import { SaveIndicator } from './save-indicator';

interface AddressListSettingProps {
  name: 'emailAddress' | 'overdueAddresses';
  label: string;
  /** Completes "New …". */
  newLabel: string;
  emptyText: string;
  /** Row content besides the address, including the button that removes it. */
  controls?: (address: string, removeButton: ReactNode) => ReactNode;
}

// A setting that lists email recipients.
export function AddressListSetting({
  name,
  label,
  newLabel,
  emptyText,
  controls = (_address, removeButton) => removeButton,
}: AddressListSettingProps): ReactNode {
  const { value, outcome, error, save, clearOutcome } = useSetting(name);
  const { savedSettings } = useSettings();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const unsubscribed = useConnection('email')?.unsubscribed ?? [];
  // An address rejected by the API goes back into the input.
  const rejectedInput =
    outcome?.kind === 'failed' && Array.isArray(outcome.pending)
      ? outcome.pending
          .filter((address) => typeof address === 'string')
          .filter((address) => !value.includes(address))
          .join(', ')
      : undefined;
  const inputValue = [rejectedInput, draft].filter(Boolean).join(', ');

  const changeText = (text: string): void => {
    setDraft(text);
    setProblem(undefined);
    clearOutcome();
  };
  const addAddresses = (event: FormEvent): void => {
    event.preventDefault();
    const { added, repeated, invalid } = parseAddresses(inputValue, value);
    setProblem(describeProblem(invalid, repeated, added.length));
    // Text that isn't an address stays in the input for correction.
    if (added.length === 0 && invalid.length + repeated.length <= 1) return;
    setDraft(invalid.length === 0 ? null : invalid.join(', '));
    if (added.length > 0) void save([...value, ...added]);
  };
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const text = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(text)) return;
    event.preventDefault(); // the input would join the lines
    changeText(pasteOnOneLine(inputValue, inputValue.length, inputValue.length, text));
  };
  const removeAddress = (address: string): void => {
    input.current?.focus(); // the button unmounts
    void save(value.filter((item) => item !== address));
  };

  return (
    <div className="relative">
      <p className="mb-1.5 font-semibold">{label}</p>
      <SaveIndicator names={[name]} className="absolute top-0 right-0" />
      {value.length === 0 ? (
        <p className="text-fg-muted">{emptyText}</p>
      ) : (
        <ul aria-label={label} className="divide-y rounded-control border">
          {value.map((address) => (
            <li key={address} className="flex flex-wrap items-center gap-x-2 pl-3">
              <span className="min-w-0 grow py-2 wrap-anywhere max-sm:basis-full max-sm:pb-0">{address}</span>
              {unsubscribed.includes(address) ? (
                <Badge tone="warning">Unsubscribed</Badge>
              ) : (
                <AddressConfirmation address={address} />
              )}
              {controls(
                address,
                <IconButton label={`Remove ${address}`} onClick={() => removeAddress(address)}>
                  <X aria-hidden />
                </IconButton>,
              )}
            </li>
          ))}
        </ul>
      )}
      {unsubscribed.some((address) => value.includes(address)) && (
        <p className="mt-1.5 text-meta text-fg-subtle">
          Unsubscribed addresses don't get emails. They can resubscribe from the link in an earlier email.
        </p>
      )}
      {value.some((address) => savedSettings.unconfirmedAddresses[address] === 'waiting') && (
        <p className="mt-1.5 text-meta text-fg-subtle">
          Addresses outside your team get no alerts until they confirm. The link in the email works for{' '}
          {ALERT_LINK_DAYS} days.
        </p>
      )}
      <form noValidate onSubmit={addAddresses} className="mt-3">
        <Field
          label={<span className="sr-only">New {newLabel}</span>}
          hint="To add several, paste them separated by commas, spaces or line breaks."
          error={problem ?? error}
          required={false}
        >
          <div className="flex gap-2">
            <Input
              ref={input}
              type="email"
              autoComplete="off"
              placeholder="name@company.com"
              value={inputValue}
              onChange={(event) => changeText(event.target.value)}
              onPaste={handlePaste}
            />
            <Button type="submit" variant="outline">
              <Plus aria-hidden />
              Add
            </Button>
          </div>
        </Field>
      </form>
    </div>
  );
}

function describeProblem(invalid: readonly string[], repeated: readonly string[], added: number): string | undefined {
  if (invalid.length + repeated.length + added <= 1) {
    if (repeated.length === 1) return 'That address is already added.';
    return added === 1 ? undefined : COPY.invalid.email;
  }
  const parts = [
    invalid.length > 0 && `Not an email address: ${invalid.join(', ')}.`,
    repeated.length > 0 && `Already added: ${[...new Set(repeated)].join(', ')}.`,
  ].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' ');
}
