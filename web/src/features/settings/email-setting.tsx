import { Plus, X } from 'lucide-react';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';

import { COPY } from '../../lib/copy';
import { Button } from '../../ui/buttons/button';
import { IconButton } from '../../ui/buttons/icon-button';
import { Badge } from '../../ui/data/badge';
import { Field } from '../../ui/forms/field';
import { Input } from '../../ui/forms/input';
import { SaveIndicator } from './save-indicator';
import { useSetting } from './settings-context';
import { useConnection } from './use-connection';

// The recipients of emails. Adding or removing an address saves the whole list.
export function EmailSetting(): ReactNode {
  const { value, outcome, error, save, forget } = useSetting('emailAddress');
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const unsubscribed = useConnection('email')?.unsubscribed ?? [];
  // An address that the API refused goes back into the input.
  const refused =
    outcome?.kind === 'failed' && Array.isArray(outcome.pending)
      ? outcome.pending.find((address) => !value.includes(address))
      : undefined;
  const typed = draft ?? refused ?? '';

  const change = (text: string): void => {
    setDraft(text);
    setProblem(undefined);
    forget();
  };
  const add = (event: FormEvent): void => {
    event.preventDefault();
    const address = typed.trim().toLowerCase();
    const found = validateAddress(address, value, input.current);
    setProblem(found);
    if (found !== undefined) return;
    setDraft(null);
    void save([...value, address]);
  };
  const remove = (address: string): void => {
    input.current?.focus(); // the button unmounts
    void save(value.filter((each) => each !== address));
  };

  return (
    <div className="relative">
      <p className="mb-1.5 font-semibold">Email addresses</p>
      <SaveIndicator names={['emailAddress']} className="absolute top-0 right-0" />
      {value.length === 0 ? (
        <p className="text-fg-muted">Add an address to start getting emails.</p>
      ) : (
        <ul aria-label="Email addresses" className="divide-y rounded-control border">
          {value.map((address) => (
            <li key={address} className="flex items-center gap-2 pl-3">
              <span className="min-w-0 grow py-2 wrap-anywhere">{address}</span>
              {unsubscribed.includes(address) && <Badge tone="warning">Unsubscribed</Badge>}
              <IconButton label={`Remove ${address}`} onClick={() => remove(address)}>
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {unsubscribed.length > 0 && (
        <p className="mt-1.5 text-meta text-fg-subtle">
          Unsubscribed addresses don't get emails. They can resubscribe from the link in an earlier email.
        </p>
      )}
      <form noValidate onSubmit={add} className="mt-3">
        <Field label={<span className="sr-only">New email address</span>} error={problem ?? error}>
          {({ 'aria-required': _onlyToAdd, ...wiring }) => (
            <div className="flex gap-2">
              <Input
                {...wiring}
                ref={input}
                type="email"
                autoComplete="off"
                placeholder="name@company.com"
                value={typed}
                onChange={(event) => change(event.target.value)}
              />
              <Button type="submit" variant="outline">
                <Plus aria-hidden />
                Add
              </Button>
            </div>
          )}
        </Field>
      </form>
    </div>
  );
}

function validateAddress(
  address: string,
  listed: readonly string[],
  input: HTMLInputElement | null,
): string | undefined {
  if (address === '' || !input?.validity.valid) return COPY.invalid.email;
  return listed.includes(address) ? 'That address is already added.' : undefined;
}
