import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import type { CheckAnswer, CheckSkipReason } from '@ringwell/domain/calls/accuracy';

import { ApiError, isNotFound } from '../../../api/api-error';
import { api, unwrap } from '../../../api/client';
import type { CheckResult } from '../../../api/types';
import { accuracyQuery } from '../../../lib/queries/api';
import { getQuery } from '../../../lib/queries/get-query';
import { accountKey, userKey, useUser } from '../../../lib/session/session';
import { useRefreshCalls } from '../api';

/** The calls for the user to check. The server picks more when few are left. */
export const drawnCallsQuery = (accountId: string, userId: string) =>
  queryOptions({
    queryKey: [...userKey(userId, 'checks'), accountId],
    queryFn: ({ signal }) => unwrap(api.POST('/api/checks', { signal })),
    staleTime: Infinity, // a refetch would change the list during a check
    gcTime: 0,
  });

/** A call's transcript, loaded on request. */
export const checkTranscriptQuery = (accountId: string, id: string) =>
  getQuery(accountKey(accountId, 'checks', 'transcript', id), '/api/calls/{id}/transcript', {
    path: { id },
    query: { format: 'json' },
  });

/** Whether the call was already checked by a colleague, or deleted. */
export function isCheckUnavailable(error: Error | null): boolean {
  return isNotFound(error) || (error instanceof ApiError && error.status === 409);
}

export function useAnswerCheck(id: string): UseMutationResult<CheckResult, Error, CheckAnswer> {
  const refreshAccuracy = useRefreshAccuracy();
  const refreshCalls = useRefreshCalls();
  return useMutation({
    mutationFn: (answer) => unwrap(api.PUT('/api/checks/{id}/answer', { params: { path: { id } }, body: { answer } })),
    onSuccess: () => {
      refreshAccuracy();
      void refreshCalls();
    },
  });
}

export function useSkipCheck(id: string): UseMutationResult<unknown, Error, CheckSkipReason> {
  const refreshAccuracy = useRefreshAccuracy();
  return useMutation({
    mutationFn: (reason) => api.POST('/api/checks/{id}/skip', { params: { path: { id } }, body: { reason } }),
    onSuccess: refreshAccuracy,
  });
}

function useRefreshAccuracy(): () => void {
  const client = useQueryClient();
  const { accountId } = useUser();
  return () => void client.invalidateQueries({ queryKey: accuracyQuery(accountId).queryKey });
}
