import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import {
  FOLLOW_UP_OUTCOME_NAMES,
  FOLLOW_UP_OUTCOMES,
  TRIES_BEFORE_ASKING,
  type FollowUpKind,
  type FollowUpOutcome,
} from '@ringwell/domain/follow-ups/follow-up';

import type { FollowUpChange } from '../../../api/types';
import { Button } from '../../../ui/buttons/button';
import { Spinner } from '../../../ui/feedback/spinner';
import { Field } from '../../../ui/forms/field';
import { Textarea } from '../../../ui/forms/input';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { MAX_NOTE_LENGTH } from '../actions';
import { followUpName } from '../follow-up-name';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';
import type { ActionDialogProps } from './action-dialog-props';

const doneCopy = {
  ...FOLLOW_UPS_COPY.done,
  hints: {
    recovered: 'Happy again',
    won: 'They booked',
    called_back: undefined,
    still_unhappy: 'Stays on the list, assigned to the owner',
    no_answer: 'Comes back in two business hours',
    not_needed: undefined,
  },
} as const;

const GIVE_UP: FollowUpChange = { action: 'done', outcome: 'no_answer' };

/** Asks how the call went. Choosing an answer saves it immediately, along with the note, if any. */
export function DoneDialog({ followUp, onSave, onSnooze, onClose }: ActionDialogProps): ReactNode {
  const save = useMutation({ mutationFn: (change: FollowUpChange) => onSave(change) });
  const [note, setNote] = useState('');
  const submit = (change: FollowUpChange): void => {
    if (!save.isPending) save.mutate({ ...change, ...(note.trim() && { note: note.trim() }) });
  };
  const isSaving = ({ action, outcome }: FollowUpChange): boolean =>
    save.isPending && save.variables.action === action && save.variables.outcome === outcome;
  const tryCount = followUp.tries + 1;
  return (
    <Dialog onClose={onClose} title={doneCopy.title} description={followUpName(followUp)} width={448}>
      <div className="grid gap-5">
        <div role="group" aria-label={doneCopy.title} aria-busy={save.isPending} className="grid gap-1.5">
          {FOLLOW_UP_OUTCOMES.filter((outcome) => appliesToKind(outcome, followUp.kind)).map((outcome) => (
            <OutcomeButton
              key={outcome}
              name={FOLLOW_UP_OUTCOME_NAMES[outcome]}
              hint={doneCopy.hints[outcome]}
              isSaving={isSaving(toChange(outcome))}
              onChoose={() => submit(toChange(outcome))}
            />
          ))}
          {tryCount >= TRIES_BEFORE_ASKING && (
            <OutcomeButton
              name="Give up"
              hint={`Closes the follow-up after ${tryCount} unanswered tries`}
              isSaving={isSaving(GIVE_UP)}
              onChoose={() => submit(GIVE_UP)}
            />
          )}
        </div>
        <Field label={doneCopy.note} hint="Saved with your answer." optional>
          <Textarea
            rows={2}
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </div>
      <DialogActions>
        <Button variant="ghost" onClick={onSnooze} className="sm:mr-auto">
          {doneCopy.snooze}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

// Leads are about booking work, other follow-ups about happiness.
function appliesToKind(outcome: FollowUpOutcome, kind: FollowUpKind): boolean {
  const isAboutMood = outcome === 'recovered' || outcome === 'still_unhappy';
  return kind === 'lead' ? !isAboutMood : outcome !== 'won';
}

// No answer and Still unhappy leave the follow-up open.
function toChange(outcome: FollowUpOutcome): FollowUpChange {
  return outcome === 'no_answer' || outcome === 'still_unhappy' ? { action: outcome } : { action: 'done', outcome };
}

interface OutcomeButtonProps {
  name: string;
  hint: string | undefined;
  isSaving: boolean;
  onChoose: () => void;
}

function OutcomeButton({ name, hint, isSaving, onChoose }: OutcomeButtonProps): ReactNode {
  return (
    <Button variant="outline" className="h-auto min-h-11 justify-between! text-left" onClick={onChoose}>
      {name}
      {isSaving ? (
        <Spinner />
      ) : (
        hint && <span className="text-meta font-normal whitespace-normal text-fg-muted">{hint}</span>
      )}
    </Button>
  );
}
