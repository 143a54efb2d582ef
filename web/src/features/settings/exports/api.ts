import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../../api/client';
import type { AccountExport, AccountExportList } from '../../../api/types';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { getQuery } from '../../../lib/queries/get-query';
import { pollWhile } from '../../../lib/queries/poll';
import { accountKey } from '../../../lib/session/session';
import { EXPORTS_COPY } from './exports-copy';

const POLL_MS = 2_000;
// Polls even once the file is ready, because other owners may delete it.
const READY_POLL_MS = 60_000;

export const exportsQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'exports'), '/api/my/exports', {
    staleTime: 0,
    refetchInterval: pollWhile(POLL_MS, ({ exports: [latest] }: AccountExportList) => {
      if (!latest) return false;
      if (isInProgress(latest)) return POLL_MS;
      return latest.state === 'ready' && READY_POLL_MS;
    }),
  });

export function isInProgress({ state }: AccountExport): boolean {
  return state === 'queued' || state === 'running';
}

export const exportFilePath = (id: string): string => `/api/my/exports/${id}/file`;

export function useStartExport(accountId: string): UseMutationResult<AccountExport, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/my/exports')),
    onError: (error) => toastServerMessage(error, EXPORTS_COPY.startFailed),
    // Runs even after a rejection, because someone else may have started an export.
    onSettled: () => client.invalidateQueries({ queryKey: exportsQuery(accountId).queryKey }),
  });
}

/** Cancels an export, or deletes its file. */
export function useRemoveExport(accountId: string): UseMutationResult<void, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE('/api/my/exports/{id}', { params: { path: { id } } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: exportsQuery(accountId).queryKey }),
  });
}
