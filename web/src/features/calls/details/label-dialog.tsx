import { useState, type ReactNode } from 'react';

import { MAX_REASON_LENGTH } from '@ringwell/domain/calls/label-correction';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';

import type { FullCall } from '../../../api/types';
import { formMessage } from '../../../lib/messages/server-message';
import { Field } from '../../../ui/forms/field';
import { Textarea } from '../../../ui/forms/input';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { LabelChoice } from '../components/label-choice';
import { useCorrectLabel } from './use-label-correction';

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
      title="What's the right label?"
      description="Lists, counts and exports will use it. Alerts won't be sent again."
      isSaving={save.isPending}
      error={isLabelMissing ? 'Choose a label.' : formMessage(save.error, "Couldn't save the label. Please try again.")}
      submitLabel="Save label"
      onSubmit={submit}
      onClose={onClose}
    >
      <LabelChoice
        legend="Customer happiness at the end of the call"
        choices={listChoices(initialCall)}
        value={sentiment}
        onChange={(newSentiment) => {
          setSentiment(newSentiment);
          setIsLabelMissing(false);
        }}
      />
      <Field label="Why" hint="Your team can see it, and your outgoing webhook includes it." optional>
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
