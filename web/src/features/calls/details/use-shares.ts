import type { UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../../api/client';
import type { NewSharedLink, ShareRequest } from '../../../api/types';
import { useChange } from '../../../lib/queries/use-change';
import { useUser } from '../../../lib/session/session';
import { sharesQuery } from './api';
import { CALL_DETAILS_COPY } from './call-details-copy';

export function useShare(callId: string): UseMutationResult<NewSharedLink, Error, ShareRequest> {
  const { queryKey } = sharesQuery(useUser().accountId, callId);
  return useChange({
    mutationFn: (body: ShareRequest) =>
      unwrap(api.POST('/api/calls/{id}/shares', { params: { path: { id: callId } }, body })),
    refetch: [queryKey],
  });
}

export function useRevokeShare(callId: string): UseMutationResult<unknown, Error, string> {
  const { queryKey } = sharesQuery(useUser().accountId, callId);
  return useChange({
    mutationFn: (shareId: string) =>
      api.DELETE('/api/calls/{id}/shares/{shareId}', { params: { path: { id: callId, shareId } } }),
    succeeded: CALL_DETAILS_COPY.share.revoked,
    failed: "Couldn't revoke the link",
    refetchAlways: [queryKey],
  });
}
