import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';

import { runAfterConfirmation } from '../../../lib/session/identity-confirmation';
import { Button } from '../../../ui/buttons/button';
import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { useSetting, useSettings, type TextName } from '../settings-context';
import { SaveError, SaveIndicator } from './save-indicator';

interface SecretSettingProps {
  name: TextName;
  label: string;
  hint?: ReactNode;
  // Webhook URLs are secrets, too, but stay readable while being typed.
  type?: 'password' | 'url';
  placeholder?: string;
  /** Whether users must confirm their identity before the form opens. */
  isGuarded?: boolean;
  /** A sentence about what stops working without the secret. */
  removalWarning: string;
}

// Once a secret is saved, only its mask is shown.
export function SecretSetting(props: SecretSettingProps): ReactNode {
  const { name, label, removalWarning, isGuarded = false } = props;
  const mask = useSettings().savedSettings[name];
  const { error, save } = useSetting(name);
  const [isReplacing, setIsReplacing] = useState(false);
  const [isConfirmingRemoval, setIsConfirmingRemoval] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const isFormOpen = isReplacing || (mask === null && !isGuarded);
  const view = isFormOpen ? 'form' : mask === null ? 'nothing' : 'mask';
  const lastView = useRef(view);
  // The form and the mask replace each other, so this moves focus to the new one.
  useEffect(() => {
    if (lastView.current !== view && document.activeElement === document.body)
      container.current?.querySelector<HTMLElement>('input, button')?.focus();
    lastView.current = view;
  }, [view]);

  const openAfterConfirmation = (setOpen: (isOpen: boolean) => void): void => {
    if (isGuarded) void runAfterConfirmation(() => setOpen(true));
    else setOpen(true);
  };
  const removeSecret = async (): Promise<void> => {
    if (!(await save(null))) throw new Error("It wasn't removed.");
  };
  return (
    <div ref={container} className="relative">
      {isFormOpen ? (
        <SecretForm {...props} onClose={mask === null && !isGuarded ? undefined : () => setIsReplacing(false)} />
      ) : (
        <StoredSecret
          {...props}
          mask={mask}
          onReplace={() => openAfterConfirmation(setIsReplacing)}
          onRemove={() => openAfterConfirmation(setIsConfirmingRemoval)}
        />
      )}
      <SaveIndicator names={[name]} className="absolute top-0 right-0" />
      {!isFormOpen && <SaveError message={error} />}
      <ConfirmDialog
        open={isConfirmingRemoval}
        onClose={() => setIsConfirmingRemoval(false)}
        title={`Remove ${label}?`}
        question={removalWarning}
        confirmLabel="Remove"
        pendingLabel="Removing..."
        tone="danger"
        onConfirm={removeSecret}
      />
    </div>
  );
}

interface SecretFormProps extends SecretSettingProps {
  // Set if there is a stored secret to go back to.
  onClose?: () => void;
}

function SecretForm({ name, label, hint, type = 'password', placeholder, onClose }: SecretFormProps): ReactNode {
  const { isSaving, error, save, clearOutcome } = useSetting(name);
  const [draft, setDraft] = useState('');

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (draft.trim() === '' || isSaving || !(await save(draft.trim()))) return;
    setDraft('');
    onClose?.();
  };
  const cancel = (): void => {
    clearOutcome();
    onClose?.();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Field label={label} hint={hint} error={error} required={false}>
        <Input
          type={type}
          autoComplete={type === 'password' ? 'new-password' : 'off'} // browsers ignore "off" for passwords
          spellCheck={false}
          placeholder={placeholder}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
      </Field>
      {(draft !== '' || onClose) && (
        <div className="mt-2.5 flex gap-2">
          <Button type="submit" size="sm" disabled={draft.trim() === ''} pending={isSaving} pendingLabel="Saving...">
            Save<span className="sr-only"> {label}</span>
          </Button>
          {onClose && (
            <Button variant="ghost" size="sm" disabled={isSaving} onClick={cancel}>
              Cancel
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

interface StoredSecretProps extends SecretSettingProps {
  mask: string | null;
  onReplace: () => void;
  onRemove: () => void;
}

function StoredSecret({ label, hint, mask, onReplace, onRemove }: StoredSecretProps): ReactNode {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-1.5 font-semibold">
        {label}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {mask === null ? <span className="min-w-0 grow text-fg-muted">Not set</span> : <Mask mask={mask} />}
        <Button variant="outline" size="sm" onClick={onReplace}>
          {mask === null ? 'Add' : 'Replace'}
        </Button>
        {mask !== null && (
          <Button variant="ghost" size="sm" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      {hint !== undefined && <p className="mt-1.5 text-meta text-fg-subtle">{hint}</p>}
    </div>
  );
}

export function Mask({ mask }: { mask: string }): ReactNode {
  const lastCharacters = mask.replaceAll('•', '').trim();
  return (
    <span className="min-w-0 grow font-mono text-fg-muted">
      <span aria-hidden>{mask}</span>
      <span className="sr-only">Stored{lastCharacters && `, ends in ${lastCharacters}`}</span>
    </span>
  );
}
