import type { UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../../api/client';
import type { AccountExport, AccountExportList } from '../../../api/types';
import { getQuery } from '../../../lib/queries/get-query';
import { pollWhile } from '../../../lib/queries/poll';
import { useChange } from '../../../lib/queries/use-change';
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
  return useChange({
    mutationFn: () => unwrap(api.POST('/api/my/exports')),
    failed: EXPORTS_COPY.startFailed,
    refetchAlways: [exportsQuery(accountId).queryKey],
  });
}

/** Cancels an export, or deletes its file. */
export function useRemoveExport(accountId: string): UseMutationResult<unknown, Error, string> {
  return useChange({
    mutationFn: (id: string) => api.DELETE('/api/my/exports/{id}', { params: { path: { id } } }),
    refetchAlways: [exportsQuery(accountId).queryKey],
  });
}
