import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { jobUrl } from '@ringwell/domain/calls/booking-fact';
import { parseNoteDestination, parseRemovableNote } from '@ringwell/domain/deliveries/service-titan';
import { UNDO_SECONDS } from '@ringwell/domain/erasures/erasure';

import { api, unwrap } from '../../../api/client';
import type { FullCall } from '../../../api/types';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { toast } from '../../../lib/messages/toast-store';
import { accountKey, useUser } from '../../../lib/session/session';
import { Checkbox } from '../../../ui/forms/checkbox';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { callQuery } from '../api';
import { deliveriesQuery } from '../components/api';
import { DELETE_COPY } from './delete-copy';

interface DeleteDialogProps {
  call: FullCall;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteDialog({ call: { id }, onClose, onDeleted }: DeleteDialogProps): ReactNode {
  const client = useQueryClient();
  const { accountId } = useUser();
  const { data: deliveries } = useQuery(deliveriesQuery(accountId, { kind: 'calls', id }));
  const note = deliveries?.find(({ channel, providerRef }) => channel === 'servicetitan' && providerRef !== null);
  const [shouldRemoveNote, setShouldRemoveNote] = useState(false);
  const refresh = (): void => void client.invalidateQueries({ queryKey: accountKey(accountId) });
  const restore = useMutation({
    mutationFn: () => api.POST('/api/calls/{id}/restore', { params: { path: { id } } }),
    onSuccess: () => {
      toast({ title: DELETE_COPY.restored });
      refresh();
    },
    onError: (error) => toastServerMessage(error, "Couldn't restore the call"),
  });
  const deleteCall = async (): Promise<void> => {
    const query = shouldRemoveNote ? { removeNotes: 'true' as const } : {};
    await unwrap(api.DELETE('/api/calls/{id}', { params: { path: { id }, query } }));
    onDeleted();
    client.removeQueries({ queryKey: callQuery(accountId, id).queryKey });
    refresh();
    toast({
      title: DELETE_COPY.done,
      durationMs: UNDO_SECONDS * 1_000,
      action: { label: 'Undo', run: () => restore.mutate() },
    });
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={DELETE_COPY.title}
      question={DELETE_COPY.question(UNDO_SECONDS)}
      confirmLabel={DELETE_COPY.confirm}
      pendingLabel="Deleting…"
      tone="danger"
      failure={DELETE_COPY.failed}
      onConfirm={deleteCall}
    >
      {note?.providerRef && (
        <NoteNotice reference={note.providerRef} shouldRemove={shouldRemoveNote} onChange={setShouldRemoveNote} />
      )}
    </ConfirmDialog>
  );
}

interface NoteNoticeProps {
  reference: string;
  shouldRemove: boolean;
  onChange: (shouldRemove: boolean) => void;
}

function NoteNotice({ reference, shouldRemove, onChange }: NoteNoticeProps): ReactNode {
  const destination = parseNoteDestination(reference);
  if (!destination) return null;
  const { kind, id } = destination;
  return (
    <div className="mt-3 grid gap-2 rounded-menu border bg-sunken px-4 py-3">
      <p>{DELETE_COPY.note(kind, id)}</p>
      {parseRemovableNote(reference) ? (
        <Checkbox label={DELETE_COPY.removeNote} checked={shouldRemove} onCheckedChange={onChange} />
      ) : (
        <p>{DELETE_COPY.noteStays[kind]}</p>
      )}
      {kind === 'job' && (
        <a
          href={jobUrl(id)}
          target="_blank"
          rel="noreferrer"
          className="font-medium text-primary underline underline-offset-4"
        >
          {DELETE_COPY.openJob}
        </a>
      )}
    </div>
  );
}
