import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import type { WordEdits } from '@ringwell/domain/calls/word-edits';

import { api, unwrap } from '../../../api/client';
import type { FullCall } from '../../../api/types';
import { COPY } from '../../../lib/copy';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { toast } from '../../../lib/messages/toast-store';
import { useUser } from '../../../lib/session/session';
import { callQuery, useRefreshCalls } from '../api';
import { EDIT_WORDS_KEY } from './api';
import { WORDS_COPY } from './words-copy';

/** Edits a call's displayed words. The API rejects the change if a colleague edited them first. */
export function useEditWords({ id, words }: FullCall): UseMutationResult<FullCall, Error, WordEdits> {
  const showCall = useShowEditedCall();
  const refresh = useRefreshCalls();
  return useMutation({
    mutationKey: EDIT_WORDS_KEY,
    mutationFn: (edits: WordEdits) =>
      unwrap(
        api.PUT('/api/calls/{id}/words', {
          params: { path: { id } },
          body: { ...edits, replaces: words?.edits[0]?.editedAt ?? null },
        }),
      ),
    onSuccess: (call) => {
      showCall(call);
      toast({ title: COPY.success, description: WORDS_COPY.saved });
    },
    onError: () => void refresh(), // a colleague may have edited the words
  });
}

/** Requests a new summary for a call. The call then shows that it's being written. */
export function useRewriteSummary(id: string): UseMutationResult<FullCall, Error, void> {
  const showCall = useShowEditedCall();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/calls/{id}/words', { params: { path: { id } } })),
    onSuccess: showCall,
    onError: (error) => toastServerMessage(error, WORDS_COPY.rewrite.failed),
  });
}

function useShowEditedCall(): (call: FullCall) => void {
  const client = useQueryClient();
  const { accountId } = useUser();
  const refresh = useRefreshCalls();
  return (call) => {
    client.setQueryData(callQuery(accountId, call.id).queryKey, call);
    void refresh();
  };
}
