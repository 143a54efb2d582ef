import { queryOptions, useIsMutating, useMutation, type UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../../api/client';
import type { AcceptedCall, Transcript } from '../../../api/types';
import { COPY } from '../../../lib/copy';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { toast } from '../../../lib/messages/toast-store';
import { accountKey } from '../../../lib/session/session';
import { useRefreshCalls } from '../api';
import { CALL_DETAILS_COPY } from './call-details-copy';

/** @param runNumber the run shown on the page; each run has its own transcript */
export const transcriptQuery = (accountId: string, id: string, runNumber: number | null) =>
  queryOptions({
    queryKey: accountKey(accountId, 'calls', 'transcript', id, String(runNumber)),
    queryFn: async ({ signal }): Promise<Transcript> => {
      const transcript = await unwrap(
        api.GET('/api/calls/{id}/transcript', { params: { path: { id }, query: { format: 'json' } }, signal }),
      );
      if (typeof transcript === 'string') throw new Error('The API returned the transcript as plain text');
      return transcript;
    },
    refetchOnWindowFocus: 'always', // colleagues may correct words
  });

/** Active links to a call. */
export const sharesQuery = (accountId: string, callId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'calls', 'shares', callId),
    queryFn: ({ signal }) => unwrap(api.GET('/api/calls/{id}/shares', { params: { path: { id: callId } }, signal })),
    staleTime: 0, // links are opened, added and revoked at any time
  });

export const EDIT_WORDS_KEY = ['edit-words'];

/** Whether an edit of a call's words is being saved. The next edit refers to it, so it must wait. */
export function useIsSavingWords(): boolean {
  return useIsMutating({ mutationKey: EDIT_WORDS_KEY }) > 0;
}

/** Reprocesses a call. `shouldDiscardEdits` also replaces words edited by users. */
export function useReprocess(id: string): UseMutationResult<AcceptedCall, Error, { shouldDiscardEdits: boolean }> {
  const refresh = useRefreshCalls();
  return useMutation({
    mutationFn: ({ shouldDiscardEdits }: { shouldDiscardEdits: boolean }) =>
      unwrap(
        api.POST('/api/calls/{id}/reprocess', {
          params: { path: { id }, query: shouldDiscardEdits ? { discardEdits: 'true' } : {} },
        }),
      ),
    onSuccess: () => toast({ title: COPY.success, description: CALL_DETAILS_COPY.reprocess.succeeded }),
    onError: (error) => toastServerMessage(error, CALL_DETAILS_COPY.reprocess.failed),
    onSettled: refresh, // a colleague may have reprocessed or deleted the call
  });
}

export function useSwapSpeakers(): UseMutationResult<AcceptedCall, Error, string> {
  const refresh = useRefreshCalls();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.POST('/api/calls/{id}/swap-speakers', { params: { path: { id } } })),
    onSuccess: () => toast({ title: COPY.success, description: CALL_DETAILS_COPY.swapSpeakers.succeeded }),
    onError: (error) => toastServerMessage(error, CALL_DETAILS_COPY.swapSpeakers.failed),
    onSettled: refresh,
  });
}
