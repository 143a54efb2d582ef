import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';

import type { FollowUpChange } from '../../../api/types';
import { Button } from '../../../ui/buttons/button';
import { Field } from '../../../ui/forms/field';
import { Textarea } from '../../../ui/forms/input';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { MAX_NOTE_LENGTH } from '../actions';
import { followUpName } from '../follow-up-name';
import type { ActionDialogProps } from './action-dialog-props';

export function NoteDialog({ followUp, onSave, onClose }: ActionDialogProps): ReactNode {
  const save = useMutation({ mutationFn: (change: FollowUpChange) => onSave(change) });
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (note.trim() === '') setProblem('Enter a note.');
    else if (!save.isPending) save.mutate({ action: 'note', note: note.trim() });
  };
  return (
    <Dialog onClose={onClose} title="Add a note" description={followUpName(followUp)} width={448}>
      <form noValidate onSubmit={submit}>
        <Field label="Note" error={problem}>
          <Textarea
            rows={4}
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={save.isPending} pendingLabel="Saving…">
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
