import { Plus, X } from 'lucide-react';
import { useRef, useState, type ClipboardEvent, type FormEvent, type ReactNode } from 'react';

import { MAX_TERMS } from '@ringwell/domain/accounts/vocabulary';

import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
import { SaveIndicator } from '../fields/save-indicator';
import { useSetting } from '../settings-context';
import { addTerms, pasteOnOneLine } from './add-terms';

// New terms come first, because some services only use the first ones.
export function VocabularySetting(): ReactNode {
  const { value, error, save, clearOutcome } = useSetting('vocabulary');
  const [draft, setDraft] = useState('');
  const [problem, setProblem] = useState<string>();
  const [notice, setNotice] = useState('');
  const [removedTerm, setRemovedTerm] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  const changeText = (text: string): void => {
    setDraft(text);
    setProblem(undefined);
    clearOutcome();
  };
  const saveTerms = async (terms: string[], message: string, newRemovedTerm?: string): Promise<boolean> => {
    setRemovedTerm(newRemovedTerm);
    setNotice(message);
    const isSaved = await save(terms);
    if (!isSaved) {
      setRemovedTerm(undefined);
      setNotice('');
    }
    return isSaved;
  };
  const addFromInput = async (): Promise<void> => {
    const result = addTerms(value, draft);
    if ('problem' in result) return setProblem(result.problem);
    changeText('');
    if (!(await saveTerms(result.terms, result.message))) setDraft((newDraft) => newDraft || draft);
  };
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const text = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(text)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    changeText(pasteOnOneLine(draft, selectionStart ?? draft.length, selectionEnd ?? draft.length, text));
  };
  const removeTerm = (term: string): void => {
    input.current?.focus(); // the button unmounts
    void saveTerms(
      value.filter((item) => item !== term),
      `Removed ${term}.`,
      term,
    );
  };
  const undoRemoval = (term: string): void => {
    input.current?.focus();
    if (value.includes(term)) setRemovedTerm(undefined);
    else void saveTerms([term, ...value], `Restored ${term}.`);
  };

  return (
    <div className="relative">
      <div className="mb-1.5 flex items-baseline gap-2">
        <h3 id="vocabulary" className="text-ui font-semibold">
          Names and words
        </h3>
        <span className="text-meta text-fg-subtle">
          {value.length} of {MAX_TERMS}
        </span>
      </div>
      <SaveIndicator names={['vocabulary']} className="absolute top-0 right-0" />
      <p className="text-fg-muted">
        Add your company, technicians, products and streets so that new transcripts and summaries spell them right.
        Transcription services listen for them, and language models use them in summaries. The basic recognizer and most
        self-hosted speech models can&apos;t use them.
      </p>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void addFromInput();
        }}
        className="mt-3"
      >
        <Field
          label={<span className="sr-only">New name or word</span>}
          hint="Paste a list to add many: one per line, or separated by commas."
          error={problem ?? error}
          required={false}
        >
          <div className="flex gap-2">
            <Input
              ref={input}
              autoComplete="off"
              spellCheck={false}
              placeholder="Kowalczyk"
              value={draft}
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
      <div className="mt-2 flex min-h-8 items-center gap-2">
        <p role="status" className="min-w-0 text-fg-muted wrap-anywhere">
          {notice}
        </p>
        {removedTerm !== undefined && (
          <Button variant="outline" size="sm" onClick={() => undoRemoval(removedTerm)}>
            Undo
          </Button>
        )}
      </div>
      {value.length > 0 && (
        <ul aria-labelledby="vocabulary" className="mt-1 flex flex-wrap gap-2">
          {value.map((term) => (
            <li
              key={term}
              className="flex min-w-0 items-center rounded-control border bg-sunken pl-3 pointer-coarse:min-h-11"
            >
              <span className="min-w-0 py-1 wrap-anywhere">{term}</span>
              <IconButton label={`Remove ${term}`} onClick={() => removeTerm(term)} className="size-8 [&_svg]:size-3.5">
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
