import { useMutation } from '@tanstack/react-query';
import { useId, useState, type FormEvent, type ReactNode } from 'react';

import {
  FOLLOW_UP_OUTCOME_NAMES,
  FOLLOW_UP_OUTCOMES,
  TRIES_BEFORE_ASKING,
  type FollowUpOutcome,
} from '@ringwell/domain/follow-up';

import type { FollowUpChange } from '../../../api/types';
import { Button } from '../../../ui/buttons/button';
import { Field } from '../../../ui/forms/field';
import { Textarea } from '../../../ui/forms/input';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { MAX_NOTE_LENGTH } from '../actions';
import { partyOf } from '../follow-up-party';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';
import type { ActionDialogProps } from './action-dialog-props';

const { done } = FOLLOW_UPS_COPY;

export function DoneDialog({ followUp, onAnswer, onSnooze, onClose }: ActionDialogProps): ReactNode {
  const [outcome, setOutcome] = useState<FollowUpOutcome | null>(null);
  const save = useMutation({ mutationFn: (change: FollowUpChange) => onAnswer(change) });
  const [note, setNote] = useState('');
  const [givesUp, setGivesUp] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const tries = followUp.tries + 1;
  const asks = outcome === 'no_answer' && tries >= TRIES_BEFORE_ASKING;
  const errorId = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (outcome === null) setIsMissing(true);
    else if (!save.isPending)
      save.mutate({ ...changeOf(outcome, asks && givesUp), ...(note.trim() && { note: note.trim() }) });
  };
  return (
    <Dialog open onOpenChange={onClose} title={done.title} description={partyOf(followUp)} width={448}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <fieldset aria-describedby={isMissing ? errorId : undefined}>
          <legend className="sr-only">{done.title}</legend>
          {FOLLOW_UP_OUTCOMES.map((each) => (
            <label
              key={each}
              className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-control px-2 hover:bg-sunken pointer-coarse:min-h-11"
            >
              <input
                type="radio"
                name="outcome"
                className="size-4 accent-primary"
                checked={outcome === each}
                onChange={() => {
                  setOutcome(each);
                  setIsMissing(false);
                }}
              />
              {FOLLOW_UP_OUTCOME_NAMES[each]}
            </label>
          ))}
          {outcome === 'no_answer' && <p className="mt-1.5 px-2 text-fg-muted">{done.nextTry}</p>}
          {outcome === 'still_unhappy' && <p className="mt-1.5 px-2 text-fg-muted">{done.toOwner}</p>}
          {asks && (
            <label className="flex min-h-10 items-center gap-2.5 px-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                className="size-4 accent-primary"
                checked={givesUp}
                onChange={(event) => setGivesUp(event.target.checked)}
              />
              {done.giveUp(tries)}
            </label>
          )}
          {isMissing && (
            <p id={errorId} role="alert" className="mt-1.5 px-2 font-medium text-negative">
              {done.missing}
            </p>
          )}
        </fieldset>
        <Field label={done.note} optional>
          {(wiring) => (
            <Textarea
              {...wiring}
              rows={2}
              maxLength={MAX_NOTE_LENGTH}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        <DialogActions>
          <Button variant="ghost" onClick={onSnooze} className="sm:mr-auto">
            {done.snooze}
          </Button>
          <Button type="submit" pending={save.isPending} pendingLabel="Saving…">
            {done.action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

// Only these two leave the customer waiting.
function changeOf(outcome: FollowUpOutcome, givesUp: boolean): FollowUpChange {
  const goesOn = outcome === 'still_unhappy' || (outcome === 'no_answer' && !givesUp);
  return goesOn ? { action: outcome } : { action: 'done', outcome };
}
