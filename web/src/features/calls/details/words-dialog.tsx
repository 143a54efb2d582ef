import { useState, type ReactNode } from 'react';

import { getCallText } from '@ringwell/domain/calls/call-words';
import {
  hasInstruction,
  MAX_EDIT_LENGTH,
  TEXT_FIELDS,
  type TextField,
  type WordEdits,
} from '@ringwell/domain/calls/word-edits';

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
  const [first] = useState({ call, words: getInitialTexts(result) }); // the call may be refetched while the dialog is open
  const [texts, setTexts] = useState(first.words);
  const [missing, setMissing] = useState<TextField>();
  const save = useEditWords(first.call);
  const isShown = (each: TextField): boolean => each === 'summary' || hasInstruction(result);
  const change = (changed: Partial<Record<TextField, string>>): void => {
    setTexts({ ...texts, ...changed });
    setMissing(undefined);
  };
  const submit = (): void => {
    const changed = TEXT_FIELDS.filter((each) => texts[each].trim() !== first.words[each].trim());
    const empty = changed.find((each) => texts[each].trim() === '');
    setMissing(empty);
    if (empty !== undefined) return;
    if (changed.length === 0) return onClose();
    const edits: WordEdits = Object.fromEntries(changed.map((each) => [each, texts[each].trim()]));
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
      <Field label={copy.summary} error={missing === 'summary' ? copy.missing : undefined}>
        <Textarea
          rows={5}
          maxLength={MAX_EDIT_LENGTH.summary}
          value={texts.summary}
          autoFocus={field === 'summary'}
          onChange={({ target }) => change({ summary: target.value })}
        />
      </Field>
      {isShown('instruction') && (
        <Field
          label={copy.instruction}
          hint={copy.instructionHint}
          error={missing === 'instruction' ? copy.missing : undefined}
        >
          <Input
            maxLength={MAX_EDIT_LENGTH.instruction}
            value={texts.instruction}
            autoFocus={field === 'instruction'}
            autoComplete="off"
            onChange={({ target }) => change({ instruction: target.value })}
          />
        </Field>
      )}
    </FormDialog>
  );
}

function getInitialTexts(result: CallResult): Record<TextField, string> {
  return { summary: getCallText(result).summary ?? '', instruction: result.followUp.what ?? '' };
}
