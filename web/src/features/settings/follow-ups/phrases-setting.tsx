import { useState, type ReactNode } from 'react';

import { Field } from '../../../ui/forms/field';
import { Textarea } from '../../../ui/forms/input';
import { SaveIndicator } from '../fields/save-indicator';
import { useSetting } from '../settings-context';

interface PhrasesSettingProps {
  name: 'dangerPhrases' | 'legalPhrases';
  label: string;
  hint: string;
}

/** A list of phrases, one per line. Saves on blur. */
export function PhrasesSetting({ name, label, hint }: PhrasesSettingProps): ReactNode {
  const { value, error, save, clearOutcome } = useSetting(name);
  const [draft, setDraft] = useState<string | null>(null);
  const [basePhrases, setBasePhrases] = useState(value); // what the draft started from
  const savedText = value.join('\n');
  const commit = async (): Promise<void> => {
    if (draft === null) return;
    setDraft(null);
    const phrases = draft.split('\n').map((line) => line.trim());
    const nonEmptyPhrases = phrases.filter((phrase) => phrase !== '');
    if (nonEmptyPhrases.join('\n') === savedText || (await save(nonEmptyPhrases, basePhrases))) return;
    setDraft((current) => current ?? draft);
    setBasePhrases(basePhrases);
  };
  return (
    <div className="relative">
      <Field label={label} hint={hint} error={error} required={false}>
        <Textarea
          rows={6}
          spellCheck={false}
          value={draft ?? savedText}
          onChange={({ target }) => {
            if (draft === null) setBasePhrases(value);
            setDraft(target.value);
            clearOutcome();
          }}
          onBlur={() => void commit()}
        />
      </Field>
      <SaveIndicator names={[name]} className="absolute top-0 right-0" />
    </div>
  );
}
