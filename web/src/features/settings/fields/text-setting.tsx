import { useState, type KeyboardEvent, type ReactNode } from 'react';

import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
import { rejectedText, useSetting, type NumberName, type OptionalNumberName, type TextName } from '../settings-context';
import { SaveIndicator } from './save-indicator';

interface TextSettingProps {
  name: TextName;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  inputMode?: 'numeric';
}

// A single line of text. Saves on blur and Enter. Escape discards the draft.
export function TextSetting({ name, label, hint, placeholder, inputMode }: TextSettingProps): ReactNode {
  const { value, error, save, draft, setDraft, rejectedInput, discard } = useDraft(name);
  const commit = (): void => {
    if (draft === null) return;
    const text = draft.trim();
    if (text === (value ?? '')) return discard();
    setDraft(null);
    void save(text || null);
  };
  return (
    <div className="relative">
      <Field label={label} hint={hint} error={error} required={false}>
        <Input
          value={draft ?? rejectedInput ?? value ?? ''}
          placeholder={placeholder}
          inputMode={inputMode}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
          onKeyDown={handleKeyDown({ Enter: commit, Escape: discard })}
        />
      </Field>
      <SaveIndicator names={[name]} className="absolute top-0 right-0" />
    </div>
  );
}

interface NumberSettingProps {
  name: NumberName | OptionalNumberName;
  label: string;
  hint: ReactNode;
  // Shown next to the number. The hint states the unit for screen readers.
  unit: string;
  // Shown while the field is empty. Without it, a number is required.
  placeholder?: string;
}

// A whole number. Other input stays in the field for correction. Saves like a text setting.
export function NumberSetting({ name, label, hint, unit, placeholder }: NumberSettingProps): ReactNode {
  const { value, error, save, draft, setDraft, rejectedInput, discard } = useDraft(name);
  const [invalidDraft, setInvalidDraft] = useState<string | null>(null);
  const isOptional = placeholder !== undefined;
  const commit = (): void => {
    if (draft === null) return;
    const text = draft.trim();
    if (!/^\d*$/.test(text) || (text === '' && !isOptional)) return setInvalidDraft(draft);
    const number = text === '' ? null : Number(text);
    if (number === value) return discard();
    setDraft(null);
    void save(number);
  };
  const invalid = isOptional ? 'Enter a whole number, or leave it empty.' : 'Enter a whole number.';
  const displayedError = draft !== null && draft === invalidDraft ? invalid : error;
  return (
    <div className="relative">
      <Field label={label} hint={hint} error={displayedError} optional={isOptional}>
        <div className="flex items-center gap-2.5">
          <div className="w-36">
            <Input
              inputMode="numeric"
              autoComplete="off"
              placeholder={placeholder}
              value={draft ?? rejectedInput ?? value ?? ''}
              onChange={(event) => {
                setInvalidDraft(null);
                setDraft(event.target.value);
              }}
              onBlur={commit}
              onKeyDown={handleKeyDown({ Enter: commit, Escape: discard })}
            />
          </div>
          <span aria-hidden className="text-fg-muted">
            {unit}
          </span>
        </div>
      </Field>
      <SaveIndicator names={[name]} className={isOptional ? 'absolute top-0 right-18' : 'absolute top-0 right-0'} />
    </div>
  );
}

// A rejected value stays in the field for correction.
function useDraft<Name extends TextName | NumberName | OptionalNumberName>(name: Name) {
  const setting = useSetting(name);
  const [draft, setDraft] = useState<string | null>(null);
  const rejectedInput = rejectedText(setting.outcome);
  const discard = (): void => {
    setDraft(null);
    setting.clearOutcome();
  };
  return { ...setting, draft, setDraft, rejectedInput, discard };
}

function handleKeyDown(handlers: Record<string, () => void>): (event: KeyboardEvent) => void {
  return ({ key, nativeEvent }) => {
    if (!nativeEvent.isComposing) handlers[key]?.();
  };
}
