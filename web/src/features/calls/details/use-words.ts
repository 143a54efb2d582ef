import type { UseMutationResult } from '@tanstack/react-query';

import type { WordEdits } from '@ringwell/domain/calls/word-edits';

import { api, unwrap } from '../../../api/client';
import type { FullCall } from '../../../api/types';
import { useChange } from '../../../lib/queries/use-change';
import { useRefreshCalls, useCacheCall } from '../api';
import { EDIT_WORDS_KEY } from './api';
import { WORDS_COPY } from './words-copy';

/** Edits a call's summary, instruction or outcome. The API rejects the change if a colleague edited it first. */
export function useEditWords({ id, words }: FullCall): UseMutationResult<FullCall, Error, WordEdits> {
  const cacheCall = useCacheCall();
  const refresh = useRefreshCalls();
  return useChange({
    mutationKey: EDIT_WORDS_KEY,
    mutationFn: (edits: WordEdits) =>
      unwrap(
        api.PUT('/api/calls/{id}/words', {
          params: { path: { id } },
          body: { ...edits, replaces: words?.edits[0]?.editedAt ?? null },
        }),
      ),
    onSuccess: cacheCall,
    succeeded: WORDS_COPY.saved,
    onError: () => void refresh(), // a colleague may have edited the words
  });
}

/** Requests a new summary for a call. The call then shows that it's being written. */
export function useRewriteSummary(id: string): UseMutationResult<FullCall, Error, void> {
  return useChange({
    mutationFn: () => unwrap(api.POST('/api/calls/{id}/words', { params: { path: { id } } })),
    onSuccess: useCacheCall(),
    failed: WORDS_COPY.rewrite.failed,
  });
}
