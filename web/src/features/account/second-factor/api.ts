import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api, dataOf } from '../../../api/client';
import type { RecoveryCodes, TotpSetup } from '../../../api/types';
import { COPY } from '../../../lib/copy';
import { personKey, useUser } from '../../../lib/session';
import { toast } from '../../../lib/toast-store';
import { SECOND_FACTOR_COPY } from './second-factor-copy';

export const secondFactorQuery = (userId: string) =>
  queryOptions({
    queryKey: personKey(userId, 'second-factor'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/my/second-factor', { signal })),
    refetchOnMount: 'always',
  });

/** Gets a new secret for an authenticator app. */
export function useStartTotpSetup(): UseMutationResult<TotpSetup, Error, void> {
  return useMutation({ mutationFn: () => dataOf(api.POST('/api/my/second-factor/totp')), gcTime: 0 });
}

export function useActivateTotp(): UseMutationResult<RecoveryCodes, Error, string> {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (code: string) => dataOf(api.POST('/api/my/second-factor/totp/activate', { body: { code } })),
    gcTime: 0,
    onSuccess: refresh,
  });
}

export function useRenewRecoveryCodes(): UseMutationResult<RecoveryCodes, Error, void> {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => dataOf(api.POST('/api/my/second-factor/recovery-codes')),
    gcTime: 0,
    onSettled: refresh,
  });
}

export function useRemoveTotp(): UseMutationResult<unknown, Error, void> {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.DELETE('/api/my/second-factor/totp'),
    onSuccess: () => toast({ title: COPY.success, description: SECOND_FACTOR_COPY.remove.done }),
    // Also after a failure, because it may have been removed elsewhere.
    onSettled: refresh,
  });
}

function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  const { id } = useUser();
  return () => client.invalidateQueries({ queryKey: secondFactorQuery(id).queryKey });
}
