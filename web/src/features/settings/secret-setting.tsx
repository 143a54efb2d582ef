import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';

import { Button } from '../../ui/buttons/button';
import { Field } from '../../ui/forms/field';
import { Input } from '../../ui/forms/input';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { SaveMark } from './save-indicator';
import { useSetting, useSettings, type TextName } from './settings-context';

interface SecretSettingProps {
  name: TextName;
  label: string;
  hint?: ReactNode;
  /** Addresses of webhooks are secrets as well, but can be read while they are typed. */
  type?: 'password' | 'url';
  placeholder?: string;
  /** What stops working without it, as a sentence. */
  loss: string;
}

/** Something that can be replaced and removed, but of which only a mask is ever shown again. */
export function SecretSetting(props: SecretSettingProps): ReactNode {
  const { name, label, loss } = props;
  const mask = useSettings().saved[name];
  const { save } = useSetting(name);
  const [isReplacing, setIsReplacing] = useState(false);
  const [asksToRemove, setAsksToRemove] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const isForm = mask === null || isReplacing;
  const wasForm = useRef(isForm);
  // Form and mask take each other's place: the focus of what is gone goes to what is there.
  useEffect(() => {
    if (wasForm.current !== isForm && document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>('input, button')?.focus();
    wasForm.current = isForm;
  }, [isForm]);

  const remove = async (): Promise<void> => {
    if (!(await save(null))) throw new Error("It wasn't removed.");
  };
  return (
    <div ref={box} className="relative">
      {isForm ? (
        <SecretForm {...props} onClose={mask === null ? undefined : () => setIsReplacing(false)} />
      ) : (
        <StoredSecret
          {...props}
          mask={mask}
          onReplace={() => setIsReplacing(true)}
          onRemove={() => setAsksToRemove(true)}
        />
      )}
      <SaveMark names={[name]} className="absolute top-0 right-0" />
      <ConfirmDialog
        open={asksToRemove}
        onOpenChange={setAsksToRemove}
        title={`Remove ${label}?`}
        question={loss}
        confirmLabel="Remove"
        pendingLabel="Removing..."
        tone="danger"
        onConfirm={remove}
      />
    </div>
  );
}

interface SecretFormProps extends SecretSettingProps {
  /** When there is a stored one to go back to. */
  onClose?: () => void;
}

function SecretForm({ name, label, hint, type = 'password', placeholder, onClose }: SecretFormProps): ReactNode {
  const { isSaving, error, save, forget } = useSetting(name);
  const [draft, setDraft] = useState('');

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (draft.trim() === '' || isSaving || !(await save(draft.trim()))) return;
    setDraft('');
    onClose?.();
  };
  const cancel = (): void => {
    forget();
    onClose?.();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Field label={label} hint={hint} error={error}>
        {({ 'aria-required': _mayBeLeftOut, ...wiring }) => (
          <Input
            {...wiring}
            type={type}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
        )}
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
  mask: string;
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
        <Mask mask={mask} />
        <Button variant="outline" size="sm" onClick={onReplace}>
          Replace
        </Button>
        <Button variant="ghost" size="sm" onClick={onRemove}>
          Remove
        </Button>
      </div>
      {hint !== undefined && <p className="mt-1.5 text-meta text-fg-subtle">{hint}</p>}
    </div>
  );
}

/** What the API shows in place of a secret: dots, and its end when that tells nothing. */
export function Mask({ mask }: { mask: string }): ReactNode {
  const end = mask.replaceAll('•', '').trim();
  return (
    <span className="min-w-0 grow font-mono text-fg-muted">
      <span aria-hidden>{mask}</span>
      <span className="sr-only">Stored{end && `, ends in ${end}`}</span>
    </span>
  );
}
