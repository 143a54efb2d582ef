import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';

import { MAX_REASON_LENGTH } from '@ringwell/domain/calls/label-correction';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';

import type { FollowUpChange } from '../../../api/types';
import { callPath } from '../../../lib/paths';
import { Button, ButtonLink } from '../../../ui/buttons/button';
import { Field } from '../../../ui/forms/field';
import { ErrorText } from '../../../ui/forms/form-error';
import { Textarea } from '../../../ui/forms/input';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { LabelChoice } from '../../calls/components/label-choice';
import { followUpName } from '../follow-up-name';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';
import type { ActionDialogProps } from './action-dialog-props';

/**
 * Asks for the deciding call's correct label. A call that needs a listen can get any label. Otherwise, Negative isn't
 * offered.
 */
export function CorrectDialog({ followUp, onSave, onClose }: ActionDialogProps): ReactNode {
  const isReview = followUp.kind === 'review';
  const copy = FOLLOW_UPS_COPY.correct[isReview ? 'review' : 'unhappy'];
  const [label, setLabel] = useState<Sentiment | null>(null);
  const [reason, setReason] = useState('');
  const [isLabelMissing, setIsLabelMissing] = useState(false);
  const save = useMutation({ mutationFn: (change: FollowUpChange) => onSave(change) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsLabelMissing(label === null);
    if (label === null || save.isPending) return;
    const text = reason.replace(/\s+/g, ' ').trim();
    save.mutate({ action: 'dismiss', correctLabel: label, ...(text !== '' && { why: text }) });
  };
  return (
    <Dialog onClose={onClose} title={copy.title} description={`${followUpName(followUp)}. ${copy.text}`}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <LabelChoice
          legend={FOLLOW_UPS_COPY.correct.label}
          choices={isReview ? SENTIMENTS : SENTIMENTS.filter((sentiment) => sentiment !== 'negative')}
          value={label}
          onChange={(sentiment) => {
            setLabel(sentiment);
            setIsLabelMissing(false);
          }}
        />
        <Field label={FOLLOW_UPS_COPY.correct.why} hint={FOLLOW_UPS_COPY.correct.whyHint} optional>
          <Textarea
            rows={2}
            maxLength={MAX_REASON_LENGTH}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        {isLabelMissing && <ErrorText message={FOLLOW_UPS_COPY.correct.missing} />}
        <DialogActions>
          <ButtonLink to={callPath(followUp.callId)} variant="ghost" className="sm:mr-auto">
            {FOLLOW_UPS_COPY.openCall}
          </ButtonLink>
          <Button type="submit" pending={save.isPending} pendingLabel="Saving…">
            {copy.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
