import { queryOptions, useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

import { api, dataOf } from '../../api/client';
import { IMPERSONATION_POLL_MS, LEAVE_DELAY_MS } from '../../lib/constants';
import { COPY } from '../../lib/copy';
import { toastFailure } from '../../lib/failure-toast';
import { displayName } from '../../lib/format';
import { PATHS } from '../../lib/paths';
import { pollEvery } from '../../lib/poll';
import { IMPERSONATION_KEY, switchAccount, userQuery, useSession } from '../../lib/session';
import { toast } from '../../lib/toast-store';

const impersonationQuery = queryOptions({
  queryKey: IMPERSONATION_KEY,
  queryFn: ({ signal }) => dataOf(api.GET('/api/admin/impersonation-status', { signal })),
  refetchInterval: pollEvery(IMPERSONATION_POLL_MS),
});

export interface Impersonation {
  viewedName: string;
  adminEmail: string;
}

/** Whom an administrator is viewing the app as; null when nobody is. Asked only when somebody is signed in. */
export function useImpersonation(): Impersonation | null {
  const session = useSession();
  const isSignedIn = 'user' in session;
  const { data } = useQuery({ ...impersonationQuery, enabled: isSignedIn });
  // One of the two may be older than the other when the API fails for a while.
  if (!isSignedIn || data?.impersonatedUser?.id !== session.user.id) return null;
  return { viewedName: displayName(data.impersonatedUser), adminEmail: data.admin?.email ?? '' };
}

/**
 * Keeps the page to the account that the session acts for: impersonation may start or stop in another tab. Looks at each
 * answer about whom the session views, so that a failed request is made up for by the next.
 */
export function useAccountOfSession(): void {
  const client = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({ ...impersonationQuery, enabled: false });
  const viewedId = data?.impersonatedUser?.id ?? null;
  const known = useRef(viewedId);
  useEffect(() => {
    const shown = client.getQueryState(userQuery.queryKey);
    // On its way already. Asking again would cancel that request, and the next response would ask once more.
    if (shown?.fetchStatus === 'fetching') return;
    const previousId = known.current;
    known.current = viewedId;
    if (!shown?.data) return;
    const isOther = viewedId === null ? shown.data.id === previousId : shown.data.id !== viewedId;
    if (isOther || shown.status === 'error') void switchAccount(client);
  }, [client, viewedId, dataUpdatedAt]);
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
