import type { ReactNode } from 'react';

import type { DialogAction } from '../actions';
import type { ActionDialogProps } from './action-dialog-props';
import { AssignDialog } from './assign-dialog';
import { CorrectDialog } from './correct-dialog';
import { DoneDialog } from './done-dialog';
import { NoteDialog } from './note-dialog';
import { SnoozeDialog } from './snooze-dialog';

export function ActionDialog({ action, ...dialogProps }: ActionDialogProps & { action: DialogAction }): ReactNode {
  switch (action) {
    case 'done':
      return <DoneDialog {...dialogProps} />;
    case 'snooze':
      return <SnoozeDialog {...dialogProps} />;
    case 'note':
      return <NoteDialog {...dialogProps} />;
    case 'assign':
      return <AssignDialog {...dialogProps} />;
    case 'correct':
      return <CorrectDialog {...dialogProps} />;
  }
}
