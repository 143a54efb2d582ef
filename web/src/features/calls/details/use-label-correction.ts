import type { UseMutationResult } from '@tanstack/react-query';

import type { Sentiment } from '@ringwell/domain/calls/sentiment';

import { api, unwrap } from '../../../api/client';
import type { FullCall } from '../../../api/types';
import { useChangeCall } from '../api';

/** Corrects a call's displayed label. The API rejects the change if a colleague corrected it first. */
export function useCorrectLabel({
  id,
  correction,
}: Pick<FullCall, 'id' | 'correction'>): UseMutationResult<FullCall, Error, { sentiment: Sentiment; why?: string }> {
  return useChangeCall({
    mutationFn: (label: { sentiment: Sentiment; why?: string }) =>
      unwrap(
        api.PUT('/api/calls/{id}/correction', {
          params: { path: { id } },
          body: { ...label, replaces: correction?.correctedAt ?? null },
        }),
      ),
    succeeded: (call) => `Label corrected to ${call.correction?.label ?? ''}`,
  });
}

export function useUndoCorrection(): UseMutationResult<FullCall, Error, { id: string; correctedAt: string }> {
  return useChangeCall({
    mutationFn: ({ id, correctedAt }) =>
      unwrap(
        api.DELETE('/api/calls/{id}/correction', {
          params: { path: { id }, query: { replaces: correctedAt } },
        }),
      ),
    succeeded: 'Original label restored',
    failed: "Couldn't undo the correction",
  });
}
