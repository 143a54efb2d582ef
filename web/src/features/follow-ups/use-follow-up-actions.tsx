import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import type { FollowUp, FollowUpChange } from '../../api/types';
import { useHasRole, useUser } from '../../lib/session/session';
import { lazyArea } from '../../ui/lazy-part';
import { isActionPossible, type PerformAction, type DialogAction, type FollowUpAction } from './actions';
import { followUpQuery } from './api';
import { useChangeFollowUp } from './use-change-follow-up';

const ActionDialog = lazyArea(async () => (await import('./dialogs/action-dialog')).ActionDialog);

interface FollowUpActions {
  /** Undefined for view-only users. */
  performAction: PerformAction | undefined;
  /** The open dialog, to be rendered somewhere on the page. */
  dialog: ReactNode;
}

/** Performs actions. Those that need details open a dialog first. */
export function useFollowUpActions(): FollowUpActions {
  const canAct = useHasRole('member');
  const client = useQueryClient();
  const { id: userId, accountId } = useUser();
  const changeFollowUp = useChangeFollowUp();
  const [openDialog, setOpenDialog] = useState<{ followUp: FollowUp; action: DialogAction } | null>(null);
  const close = (): void => setOpenDialog(null);
  const performAction: PerformAction = (followUp, action) => {
    if (!isActionPossible(followUp, action, userId)) return;
    if (isDialogAction(action)) setOpenDialog({ followUp, action });
    else changeFollowUp({ followUp, change: { action } }).catch(ignoreReportedError);
  };
  // Entered text stays on screen until it's saved.
  const saveChange = async (change: FollowUpChange, assigneeName?: string): Promise<void> => {
    if (!openDialog) return;
    const { followUp } = openDialog;
    const saving = changeFollowUp({ followUp, change, assigneeName });
    if (change.note === undefined && change.correctLabel === undefined) {
      close();
      await saving.catch(ignoreReportedError);
    } else
      await saving.then(
        () => setOpenDialog((current) => (current?.followUp.id === followUp.id ? null : current)),
        () => refreshDialog(followUp),
      );
  };
  // Refetches the follow-up, so that the user's next attempt changes its current state.
  const refreshDialog = async ({ id }: FollowUp): Promise<void> => {
    const followUp = await client.fetchQuery(followUpQuery(accountId, id)).catch(() => null);
    setOpenDialog((current) => (current?.followUp.id === id && followUp ? { ...current, followUp } : current));
  };
  const dialog = openDialog && (
    <ActionDialog
      {...openDialog}
      onSave={saveChange}
      onSnooze={() => setOpenDialog({ ...openDialog, action: 'snooze' })}
      onClose={close}
    />
  );
  return { performAction: canAct ? performAction : undefined, dialog };
}

function isDialogAction(action: FollowUpAction): action is DialogAction {
  return ['done', 'snooze', 'note', 'assign', 'correct'].includes(action);
}

// A toast has reported the error.
function ignoreReportedError(): void {
  return undefined;
}
