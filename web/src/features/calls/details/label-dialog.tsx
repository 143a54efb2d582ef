import { useState, type ReactNode } from 'react';

import { MAX_REASON_LENGTH } from '@ringwell/domain/calls/label-correction';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';

import type { FullCall } from '../../../api/types';
import { formMessage } from '../../../lib/messages/server-message';
import { Field } from '../../../ui/forms/field';
import { Textarea } from '../../../ui/forms/input';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { LabelChoice } from '../components/label-choice';
import { LABEL_CORRECTION_COPY } from './label-correction-copy';
import { useCorrectLabel } from './use-label-correction';

const copy = LABEL_CORRECTION_COPY.dialog;

export function LabelDialog({ call, onClose }: { call: FullCall; onClose: () => void }): ReactNode {
  const [initialCall] = useState(call); // the call may be refetched while the dialog is open
  const [sentiment, setSentiment] = useState<Sentiment | null>(null);
  const [why, setWhy] = useState(initialCall.correction?.why ?? '');
  const [isLabelMissing, setIsLabelMissing] = useState(false);
  const save = useCorrectLabel(initialCall);
  const submit = (): void => {
    setIsLabelMissing(sentiment === null);
    if (sentiment === null) return;
    const text = why.replace(/\s+/g, ' ').trim();
    save.mutate({ sentiment, ...(text !== '' && { why: text }) }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={copy.title}
      description={copy.text}
      isSaving={save.isPending}
      error={isLabelMissing ? copy.missing : formMessage(save.error, copy.failed)}
      submitLabel={copy.save}
      onSubmit={submit}
      onClose={onClose}
    >
      <LabelChoice
        legend={copy.label}
        choices={listChoices(initialCall)}
        value={sentiment}
        onChange={(newSentiment) => {
          setSentiment(newSentiment);
          setIsLabelMissing(false);
        }}
      />
      <Field label={copy.why} hint={copy.whyHint} optional>
        <Textarea rows={2} maxLength={MAX_REASON_LENGTH} value={why} onChange={({ target }) => setWhy(target.value)} />
      </Field>
    </FormDialog>
  );
}

// Omits the original label, which undo restores, unless it was only a guess.
function listChoices({ result, correction }: FullCall): Sentiment[] {
  const original = correction?.original ?? result;
  return SENTIMENTS.filter((sentiment) => original?.needsReview !== false || sentiment !== original.sentiment);
}
