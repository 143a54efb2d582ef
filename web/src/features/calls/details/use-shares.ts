import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import type { ShareDays, ShareScope } from '@ringwell/domain/calls/shared-link';

import { api, unwrap } from '../../../api/client';
import type { NewSharedLink } from '../../../api/types';
import { COPY } from '../../../lib/copy';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { toast } from '../../../lib/messages/toast-store';
import { useUser } from '../../../lib/session/session';
import { sharesQuery } from './api';
import { CALL_DETAILS_COPY } from './call-details-copy';

export interface ShareRequest {
  scope: ShareScope;
  days: ShareDays;
  fromSeconds?: number;
  toSeconds?: number;
}

export function useShare(callId: string): UseMutationResult<NewSharedLink, Error, ShareRequest> {
  const client = useQueryClient();
  const { queryKey } = sharesQuery(useUser().accountId, callId);
  return useMutation({
    mutationFn: (body: ShareRequest) =>
      unwrap(api.POST('/api/calls/{id}/shares', { params: { path: { id: callId } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
}

export function useRevokeShare(callId: string): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient();
  const { queryKey } = sharesQuery(useUser().accountId, callId);
  return useMutation({
    mutationFn: (shareId: string) =>
      api.DELETE('/api/calls/{id}/shares/{shareId}', { params: { path: { id: callId, shareId } } }),
    onSuccess: () => toast({ title: COPY.success, description: CALL_DETAILS_COPY.share.revoked }),
    onError: (error) => toastServerMessage(error, CALL_DETAILS_COPY.share.revokeFailed),
    onSettled: () => client.invalidateQueries({ queryKey }), // a colleague may have revoked the link
  });
}
