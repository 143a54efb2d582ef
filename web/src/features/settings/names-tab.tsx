import { useState, type ReactNode } from 'react';

import { MAX_GUIDELINE_LENGTH } from '@ringwell/domain/vocabulary';

import { formatNumber } from '../../lib/format';
import { Field } from '../../ui/forms/field';
import { Textarea } from '../../ui/forms/input';
import { SaveIndicator } from './save-indicator';
import { refusedText, useSetting } from './settings-context';
import { VocabularySetting } from './vocabulary-setting';

export function NamesTab(): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-6">
      <VocabularySetting />
      <div className="border-t pt-5">
        <GuidelineSetting />
      </div>
    </div>
  );
}

// Saves on blur; Escape discards the draft.
function GuidelineSetting(): ReactNode {
  const { value, outcome, error, save, forget } = useSetting('analysisGuideline');
  const [draft, setDraft] = useState<string | null>(null);
  const refused = refusedText(outcome);
  const text = draft ?? refused ?? value ?? '';
  const commit = (): void => {
    setDraft(null);
    const trimmed = draft?.trim() ?? null;
    if (draft !== null && trimmed !== (value ?? '')) void save(trimmed || null);
  };
  const discard = (): void => {
    setDraft(null);
    forget();
  };
  return (
    <div className="relative">
      <Field
        label="Instruction for the language model"
        hint={
          <>
            What every summary should mention, or how to word it. Used only when a language model summarizes your calls;
            the built-in analyst ignores it. {formatNumber(text.length)} of {formatNumber(MAX_GUIDELINE_LENGTH)}{' '}
            characters.
          </>
        }
        error={error}
      >
        {({ 'aria-required': _textsAreOptional, ...wiring }) => (
          <Textarea
            {...wiring}
            value={text}
            maxLength={MAX_GUIDELINE_LENGTH}
            placeholder="Always mention the brand and age of the equipment."
            onChange={(event) => setDraft(event.target.value)}
            onBlur={commit}
            onKeyDown={({ key }) => key === 'Escape' && discard()}
          />
        )}
      </Field>
      <SaveIndicator names={['analysisGuideline']} className="absolute top-0 right-0" />
    </div>
  );
}
