import { useState, type ReactNode } from 'react';

import { isHandledGlobally } from '../../../api/api-error';
import { serverMessage } from '../../../lib/messages/server-message';
import { useHasWriter } from '../../../lib/queries/api';
import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { AddTermDialog } from './add-term-dialog';
import { CALL_DETAILS_COPY } from './call-details-copy';
import { RewriteOffer } from './rewrite-offer';
import { useCanAddTerm } from './use-corrections';

const { correction } = CALL_DETAILS_COPY;

interface CorrectWordDialogProps {
  /** The selected words, used to prefill the first field. */
  selectedText: string;
  save: (from: string, to: string) => Promise<unknown>;
  callId: string;
  onClose: () => void;
}

// After saving, offers to add the corrected word to the account's terms, and to rewrite the summary.
export function CorrectWordDialog({ selectedText, save, callId, onClose }: CorrectWordDialogProps): ReactNode {
  const [wrongWord, setWrongWord] = useState(selectedText);
  const [correctWord, setCorrectWord] = useState('');
  const [isSaving, setIsSaving] = useState(false);
  const [problems, setProblems] = useState<{ from?: string; to?: string; save?: string }>({});
  const [savedTerm, setSavedTerm] = useState<string>();
  const [isCorrected, setIsCorrected] = useState(false);
  const canAdd = useCanAddTerm();
  const hasWriter = useHasWriter();
  const finish = (): void => (hasWriter ? setIsCorrected(true) : onClose());

  const submit = async (): Promise<void> => {
    const [from, to] = [wrongWord.trim(), correctWord.trim()];
    const newProblems = {
      ...(from === '' && { from: 'Enter the word as it appears in the transcript.' }),
      ...(to === '' && { to: 'Enter the correct spelling.' }),
    };
    setProblems(newProblems);
    if (Object.keys(newProblems).length > 0) return;
    setIsSaving(true);
    try {
      await save(from, to);
      if (await canAdd(to)) setSavedTerm(to);
      else finish();
    } catch (error) {
      setProblems({ save: isHandledGlobally(error) ? undefined : serverMessage(error, correction.failed) });
    } finally {
      setIsSaving(false);
    }
  };

  if (isCorrected) return <RewriteOffer callId={callId} onClose={onClose} />;
  if (savedTerm !== undefined) return <AddTermDialog term={savedTerm} onClose={finish} />;
  return (
    <FormDialog
      title={correction.word}
      description="Replaces a name or word everywhere in this transcript."
      isSaving={isSaving}
      error={problems.save}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="As it appears in the transcript" error={problems.from}>
        <Input
          value={wrongWord}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setWrongWord(target.value)}
        />
      </Field>
      <Field label="Correct spelling" error={problems.to}>
        <Input
          value={correctWord}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setCorrectWord(target.value)}
        />
      </Field>
    </FormDialog>
  );
}
