import { queryOptions, useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useNavigate } from 'react-router';

import { api, dataOf } from '../../api/client';
import { IMPERSONATION_POLL_MS, LEAVE_DELAY_MS } from '../../lib/constants';
import { COPY } from '../../lib/copy';
import { toastFailure } from '../../lib/failure-toast';
import { displayName } from '../../lib/format';
import { PATHS } from '../../lib/paths';
import { IMPERSONATION_KEY, switchAccount, useSession } from '../../lib/session';
import { toast } from '../../lib/toast-store';

const impersonationQuery = queryOptions({
  queryKey: IMPERSONATION_KEY,
  queryFn: ({ signal }) => dataOf(api.GET('/api/admin/impersonation-status', { signal })),
  refetchInterval: ({ state }) => (state.status === 'error' ? false : IMPERSONATION_POLL_MS),
});

export interface Impersonation {
  viewedName: string;
  adminEmail: string;
}

/** Whom an administrator is viewing the app as; null when nobody is. Asked only when somebody is signed in. */
export function useImpersonation(): Impersonation | null {
  const { state } = useSession();
  const isSignedIn = state === 'user' || state === 'admin';
  const { data } = useQuery({ ...impersonationQuery, enabled: isSignedIn });
  if (!isSignedIn || !data?.isImpersonating || !data.impersonatedUser) return null;
  return { viewedName: displayName(data.impersonatedUser), adminEmail: data.admin?.email ?? '' };
}

export function useImpersonatedName(): string | null {
  return useImpersonation()?.viewedName ?? null;
}

export function useExitImpersonation(): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => api.POST('/api/admin/stop-impersonation'),
    onSuccess: async () => {
      await switchAccount(client);
      toast({ title: COPY.success, description: COPY.impersonation.exited });
      setTimeout(() => void navigate(PATHS.users), LEAVE_DELAY_MS);
    },
    onError: (error) => toastFailure(error, COPY.impersonation.exitFailed),
  });
}
