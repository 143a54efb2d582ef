import type { UseMutationResult } from '@tanstack/react-query';

import type { WordEdits } from '@ringwell/domain/calls/word-edits';

import { api, unwrap } from '../../../api/client';
import type { FullCall } from '../../../api/types';
import { useChangeCall } from '../api';
import { EDIT_WORDS_KEY } from './api';
import { WORDS_COPY } from './words-copy';

/** Edits a call's summary, instruction or outcome. The API rejects the change if a colleague edited it first. */
export function useEditWords({ id, words }: FullCall): UseMutationResult<FullCall, Error, WordEdits> {
  return useChangeCall({
    mutationKey: EDIT_WORDS_KEY,
    mutationFn: (edits: WordEdits) =>
      unwrap(
        api.PUT('/api/calls/{id}/words', {
          params: { path: { id } },
          body: { ...edits, replaces: words?.edits[0]?.editedAt ?? null },
        }),
      ),
    succeeded: WORDS_COPY.saved,
  });
}

/** Requests a new summary for a call. The call then shows that it's being written. */
export function useRewriteSummary(id: string): UseMutationResult<FullCall, Error, void> {
  return useChangeCall({
    mutationFn: () => unwrap(api.POST('/api/calls/{id}/words', { params: { path: { id } } })),
    failed: WORDS_COPY.rewrite.failed,
  });
}
