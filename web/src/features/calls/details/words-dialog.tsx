import { useState, type ReactNode } from 'react';

import { getCallText, needsInstruction } from '@ringwell/domain/calls/call-words';
import { MAX_EDIT_LENGTH, TEXT_FIELDS, type TextField, type WordEdits } from '@ringwell/domain/calls/word-edits';

import type { CallResult, FullCall } from '../../../api/types';
import { formMessage } from '../../../lib/messages/server-message';
import { Field } from '../../../ui/forms/field';
import { Input, Textarea } from '../../../ui/forms/input';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { useEditWords } from './use-words';
import { WORDS_COPY } from './words-copy';

const copy = WORDS_COPY.dialog;

interface WordsDialogProps {
  call: FullCall;
  result: CallResult;
  /** The field to focus first. */
  field: TextField;
  onClose: () => void;
}

/** Edits a call's summary and instruction. */
export function WordsDialog({ call, result, field, onClose }: WordsDialogProps): ReactNode {
  const [initial] = useState({ call, texts: getInitialTexts(result) }); // the call may be refetched while the dialog is open
  const [texts, setTexts] = useState(initial.texts);
  const [missingField, setMissingField] = useState<TextField>();
  const save = useEditWords(initial.call);
  const changeTexts = (changes: Partial<Record<TextField, string>>): void => {
    setTexts({ ...texts, ...changes });
    setMissingField(undefined);
  };
  const submit = (): void => {
    const changedFields = TEXT_FIELDS.filter((name) => texts[name].trim() !== initial.texts[name].trim());
    const emptyField = changedFields.find((name) => texts[name].trim() === '');
    setMissingField(emptyField);
    if (emptyField !== undefined) return;
    if (changedFields.length === 0) return onClose();
    const edits: WordEdits = Object.fromEntries(changedFields.map((name) => [name, texts[name].trim()]));
    save.mutate(edits, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={copy.title}
      description={copy.text}
      isSaving={save.isPending}
      error={formMessage(save.error, copy.failed)}
      submitLabel={copy.save}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={copy.summary} error={missingField === 'summary' ? copy.missing : undefined}>
        <Textarea
          dir="auto"
          rows={5}
          maxLength={MAX_EDIT_LENGTH.summary}
          value={texts.summary}
          autoFocus={field === 'summary'}
          onChange={({ target }) => changeTexts({ summary: target.value })}
        />
      </Field>
      {needsInstruction(result) && (
        <Field
          label={copy.instruction}
          hint={copy.instructionHint}
          error={missingField === 'instruction' ? copy.missing : undefined}
        >
          <Input
            dir="auto"
            maxLength={MAX_EDIT_LENGTH.instruction}
            value={texts.instruction}
            autoFocus={field === 'instruction'}
            autoComplete="off"
            onChange={({ target }) => changeTexts({ instruction: target.value })}
          />
        </Field>
      )}
    </FormDialog>
  );
}

function getInitialTexts(result: CallResult): Record<TextField, string> {
  return { summary: getCallText(result).summary ?? '', instruction: result.followUp.what ?? '' };
}
