import { queryOptions, useIsMutating, type UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../../api/client';
import type { AcceptedCall, Transcript } from '../../../api/types';
import { getQuery } from '../../../lib/queries/get-query';
import { useChange } from '../../../lib/queries/use-change';
import { accountKey } from '../../../lib/session/session';
import { useRefreshCalls } from '../api';

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
  getQuery(accountKey(accountId, 'calls', 'shares', callId), '/api/calls/{id}/shares', {
    path: { id: callId },
    staleTime: 0, // links can be opened, added or revoked at any time
  });

export const EDIT_WORDS_KEY = ['edit-words'];

/** Whether an edit to a call is being saved. The next edit refers to it, so it must wait. */
export function useIsSavingWords(): boolean {
  return useIsMutating({ mutationKey: EDIT_WORDS_KEY }) > 0;
}

/** Reprocesses a call. `shouldDiscardEdits` also replaces users' edits. */
export function useReprocess(id: string): UseMutationResult<AcceptedCall, Error, { shouldDiscardEdits: boolean }> {
  return useChange({
    mutationFn: ({ shouldDiscardEdits }: { shouldDiscardEdits: boolean }) =>
      unwrap(
        api.POST('/api/calls/{id}/reprocess', {
          params: { path: { id }, query: shouldDiscardEdits ? { discardEdits: 'true' } : {} },
        }),
      ),
    succeeded: 'Call queued for reprocessing',
    failed: 'Failed to reprocess the call',
    onSettled: useRefreshCalls(),
  });
}

export function useSwapSpeakers(): UseMutationResult<AcceptedCall, Error, string> {
  return useChange({
    mutationFn: (id: string) => unwrap(api.POST('/api/calls/{id}/swap-speakers', { params: { path: { id } } })),
    succeeded: 'Speakers swapped. The call is being analyzed again.',
    failed: "Couldn't swap the speakers",
    onSettled: useRefreshCalls(),
  });
}
