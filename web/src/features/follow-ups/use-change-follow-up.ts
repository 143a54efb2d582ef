import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

import { SENTIMENT_LABELS } from '@ringwell/domain/calls/sentiment';
import { FOLLOW_UP_OUTCOME_NAMES, isWaiting } from '@ringwell/domain/follow-ups/follow-up';

import { api, unwrap } from '../../api/client';
import type { FollowUp, FollowUpChange, FollowUpDetails } from '../../api/types';
import { displayName } from '../../lib/format/format';
import { toastServerMessage } from '../../lib/messages/failure-toast';
import { toast, type ToastContent } from '../../lib/messages/toast-store';
import { accountKey, useUser } from '../../lib/session/session';
import { followUpQuery, followUpsKey } from './api';
import { applyChange, restoreCachedData, updateCachedData } from './apply-change';
import { clockTime } from './due';
import { isSnoozed } from './follow-up-filters';
import { followUpName } from './follow-up-name';
import { FOLLOW_UPS_COPY } from './follow-ups-copy';

export interface FollowUpEdit {
  /** The follow-up as displayed. The API rejects the change if someone else changed it first. */
  followUp: FollowUp;
  change: FollowUpChange;
  assigneeName?: string;
}

/**
 * Changes a follow-up. Lists show the result right away, and roll it back if the API rejects the change. Changes that
 * close or hide a follow-up can be undone from the toast.
 */
export function useChangeFollowUp(): (edit: FollowUpEdit) => Promise<FollowUpDetails> {
  const client = useQueryClient();
  const user = useUser();
  const key = followUpsKey(user.accountId);
  const refetch = (): Promise<void> => client.invalidateQueries({ queryKey: key });
  // An earlier refetch would show the state before the changes that are still waiting to be sent.
  const refetchAfterLastChange = async (): Promise<void> => {
    if (client.isMutating({ mutationKey: key }) === 1) await refetch();
  };
  const showChange = ({ followUp: { id }, change, assigneeName }: FollowUpEdit): void => {
    const assignee = { id: change.assigneeId ?? user.id, name: assigneeName ?? displayName(user) };
    const update = <T extends FollowUp>(followUp: T): T => applyChange(followUp, change, assignee);
    for (const [queryKey, data] of client.getQueriesData({ queryKey: key }))
      client.setQueryData(queryKey, updateCachedData(data, queryKey.slice(key.length), id, update));
  };
  const { mutateAsync } = useMutation<FollowUpDetails, Error, FollowUpEdit, [QueryKey, unknown][]>({
    mutationKey: key,
    scope: { id: 'follow-ups' }, // sequential, because each change refers to the version created by the previous one
    mutationFn: ({ followUp: { id, version }, change }) =>
      unwrap(
        api.PATCH('/api/follow-ups/{id}', {
          params: { path: { id } },
          body: change.action === 'note' ? change : { ...change, version },
        }),
      ),
    onMutate: async (edit) => {
      await client.cancelQueries({ queryKey: key });
      const previousData = client.getQueriesData({ queryKey: key });
      showChange(edit);
      return previousData;
    },
    onSuccess: (details, edit) => {
      client.setQueryData(followUpQuery(user.accountId, details.id).queryKey, details);
      toastChange(edit, details, () => void undo(details, edit).catch(() => undefined));
      void refetchAfterLastChange();
      if (edit.change.correctLabel !== undefined || edit.change.action === 'reopen')
        void client.invalidateQueries({ queryKey: accountKey(user.accountId, 'calls') });
      void client.invalidateQueries({ queryKey: accountKey(user.accountId, 'customers') });
    },
    onError: async (error, edit, previousData = []) => {
      const { id } = edit.followUp;
      for (const [queryKey, old] of previousData)
        client.setQueryData(queryKey, (data: unknown) => restoreCachedData(data, queryKey.slice(key.length), id, old));
      // The previous data of its later changes, which are still waiting to be sent, includes the rejected one.
      for (const { state } of client.getMutationCache().findAll({ mutationKey: key, status: 'pending' })) {
        const laterEdit = state.variables as FollowUpEdit;
        const laterData = state.context as [QueryKey, unknown][] | undefined;
        if (laterEdit === edit || laterEdit.followUp.id !== id || laterData === undefined) continue;
        laterData.splice(0, Infinity, ...client.getQueriesData({ queryKey: key }));
        showChange(laterEdit);
      }
      toastServerMessage(error, FOLLOW_UPS_COPY.failed);
      await refetchAfterLastChange();
    },
  });
  // Undoes a correction that left the follow-up open.
  const undoCorrection = async ({ events }: FollowUpDetails, id: string): Promise<void> => {
    const replaces = events.findLast(({ type, callId }) => type === 'corrected' && callId === id)?.at;
    await unwrap(api.DELETE('/api/calls/{id}/correction', { params: { path: { id }, query: { replaces } } })).catch(
      (error: unknown) => toastServerMessage(error, FOLLOW_UPS_COPY.failed),
    );
    await Promise.all([refetch(), client.invalidateQueries({ queryKey: accountKey(user.accountId, 'calls') })]);
  };
  const undo = async (details: FollowUpDetails, { followUp, change }: FollowUpEdit): Promise<void> => {
    const snoozedUntil = isSnoozed(followUp, new Date()) ? followUp.snoozedUntil : null;
    let current = details;
    if (change.correctLabel !== undefined && isWaiting(details.state)) return undoCorrection(details, followUp.callId);
    if (change.action === 'no_answer') {
      const undoChange = { action: 'undo_no_answer', until: snoozedUntil ?? undefined } as const;
      await mutateAsync({ followUp: current, change: undoChange });
      return;
    }
    if (change.action !== 'snooze') current = await mutateAsync({ followUp: current, change: { action: 'reopen' } });
    else if (snoozedUntil === null) await mutateAsync({ followUp: current, change: { action: 'unsnooze' } });
    if (snoozedUntil !== null)
      await mutateAsync({ followUp: current, change: { action: 'snooze', until: snoozedUntil } });
  };
  return mutateAsync;
}

function toastChange({ followUp, change }: FollowUpEdit, details: FollowUpDetails, undo: () => void): void {
  const content = describeChange(change, details, followUpName(followUp));
  const action = { label: FOLLOW_UPS_COPY.undo, run: undo };
  if (content) toast(change.action === 'still_unhappy' ? content : { ...content, action });
}

// Toast for changes that close or hide a follow-up. Other changes are already visible on the page.
function describeChange(
  { action, outcome, until, correctLabel }: FollowUpChange,
  { state, snoozedUntil }: FollowUpDetails,
  customer: string,
): ToastContent | null {
  if (correctLabel !== undefined)
    return isWaiting(state)
      ? { title: FOLLOW_UPS_COPY.correct.corrected, description: FOLLOW_UPS_COPY.correct.stillWaiting(customer) }
      : {
          title: FOLLOW_UPS_COPY.dismissed,
          description: FOLLOW_UPS_COPY.correct.relabeled(customer, SENTIMENT_LABELS[correctLabel]),
        };
  if (action === 'done')
    return {
      title: FOLLOW_UPS_COPY.done.succeeded,
      description: outcome ? `${customer}: ${FOLLOW_UP_OUTCOME_NAMES[outcome]}` : customer,
    };
  if (action === 'no_answer' && snoozedUntil !== null)
    return { title: FOLLOW_UPS_COPY.done.triedUntil(clockTime(snoozedUntil, new Date())), description: customer };
  if (action === 'still_unhappy') return { title: FOLLOW_UPS_COPY.done.withOwner, description: customer };
  if (action === 'dismiss') return { title: FOLLOW_UPS_COPY.dismissed, description: customer };
  if (action === 'snooze' && until)
    return { title: `Snoozed until ${clockTime(until, new Date())}`, description: customer };
  return null;
}
