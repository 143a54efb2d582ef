import type { ReactNode } from 'react';

import type { DialogAction } from '../actions';
import type { ActionDialogProps } from './action-dialog-props';
import { AssignDialog } from './assign-dialog';
import { CorrectDialog } from './correct-dialog';
import { DoneDialog } from './done-dialog';
import { NoteDialog } from './note-dialog';
import { SnoozeDialog } from './snooze-dialog';

/** Asks for the details that an action needs. */
export function ActionDialog({ action, ...rest }: ActionDialogProps & { action: DialogAction }): ReactNode {
  switch (action) {
    case 'done':
      return <DoneDialog {...rest} />;
    case 'snooze':
      return <SnoozeDialog {...rest} />;
    case 'note':
      return <NoteDialog {...rest} />;
    case 'assign':
      return <AssignDialog {...rest} />;
    case 'correct':
      return <CorrectDialog {...rest} />;
  }
}
