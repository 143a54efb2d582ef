import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import type { Sentiment } from '@ringwell/domain/calls/sentiment';

import { api, unwrap } from '../../../api/client';
import type { FullCall } from '../../../api/types';
import { COPY } from '../../../lib/copy';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { toast } from '../../../lib/messages/toast-store';
import { useUser } from '../../../lib/session/session';
import { callQuery, useRefreshCalls } from '../api';
import { LABEL_CORRECTION_COPY } from './label-correction-copy';

/** Corrects a call's displayed label. The API rejects the change if a colleague corrected it first. */
export function useCorrectLabel({
  id,
  correction,
}: Pick<FullCall, 'id' | 'correction'>): UseMutationResult<FullCall, Error, { sentiment: Sentiment; why?: string }> {
  const showCall = useShowCall();
  const refresh = useRefreshCalls();
  return useMutation({
    mutationFn: (label: { sentiment: Sentiment; why?: string }) =>
      unwrap(
        api.PUT('/api/calls/{id}/correction', {
          params: { path: { id } },
          body: { ...label, replaces: correction?.correctedAt ?? null },
        }),
      ),
    onSuccess: (call) => {
      showCall(call);
      const description = LABEL_CORRECTION_COPY.corrected(call.correction?.label ?? '');
      toast({ title: COPY.success, description });
    },
    onError: () => void refresh(), // a colleague may have corrected the label
  });
}

export function useUndoCorrection(): UseMutationResult<FullCall, Error, { id: string; correctedAt: string }> {
  const showCall = useShowCall();
  const refresh = useRefreshCalls();
  return useMutation({
    mutationFn: ({ id, correctedAt }) =>
      unwrap(
        api.DELETE('/api/calls/{id}/correction', {
          params: { path: { id }, query: { replaces: correctedAt } },
        }),
      ),
    onSuccess: (call) => {
      showCall(call);
      toast({ title: COPY.success, description: LABEL_CORRECTION_COPY.undone });
    },
    onError: (error) => {
      void refresh();
      toastServerMessage(error, LABEL_CORRECTION_COPY.undoFailed);
    },
  });
}

function useShowCall(): (call: FullCall) => void {
  const client = useQueryClient();
  const user = useUser();
  const refresh = useRefreshCalls();
  return (call) => {
    client.setQueryData(callQuery(user.accountId, call.id).queryKey, call);
    void refresh();
  };
}
