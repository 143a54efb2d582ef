import { useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

import { api } from '../../api/client';
import { IMPERSONATION_POLL_MS } from '../../lib/constants';
import { COPY } from '../../lib/copy';
import { displayName } from '../../lib/format/format';
import { toastFailure } from '../../lib/messages/failure-toast';
import { toastBeforeLeaving } from '../../lib/messages/toast-store';
import { PATHS } from '../../lib/paths';
import { getQuery } from '../../lib/queries/get-query';
import { pollEvery } from '../../lib/queries/poll';
import { IMPERSONATION_KEY, switchAccount, userQuery, useSession } from '../../lib/session/session';

const impersonationQuery = getQuery(IMPERSONATION_KEY, '/api/admin/impersonation-status', {
  refetchInterval: pollEvery(IMPERSONATION_POLL_MS),
  meta: { isShellData: true },
});

export interface Impersonation {
  viewedName: string;
  adminEmail: string;
}

/** The user an administrator is viewing as; null if there isn't one. Doesn't send requests while signed out. */
export function useImpersonation(): Impersonation | null {
  const session = useSession();
  const isSignedIn = 'user' in session;
  const { data } = useQuery({ ...impersonationQuery, enabled: isSignedIn });
  // The session and status are fetched separately, so one may be older than the other after failed requests.
  if (!isSignedIn || data?.impersonatedUser?.id !== session.user.id) return null;
  return { viewedName: displayName(data.impersonatedUser), adminEmail: data.admin?.email ?? '' };
}

/**
 * Switches the page to the session's account when impersonation starts or stops in another tab. Checks every status
 * response, because an earlier request may have failed.
 */
export function useImpersonationSync(): void {
  const client = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({ ...impersonationQuery, enabled: false });
  const viewedId = data?.impersonatedUser?.id ?? null;
  const previousViewedId = useRef(viewedId);
  useEffect(() => {
    const userState = client.getQueryState(userQuery.queryKey);
    // The user is already being fetched. Another fetch would cancel that request, and then cause a third one.
    if (userState?.fetchStatus === 'fetching') return;
    const previousId = previousViewedId.current;
    previousViewedId.current = viewedId;
    if (!userState?.data) return;
    const hasChanged = viewedId === null ? userState.data.id === previousId : userState.data.id !== viewedId;
    if (hasChanged || userState.status === 'error') void switchAccount(client);
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
    meta: { changesAccount: true },
    onSuccess: async () => {
      await switchAccount(client);
      toastBeforeLeaving(
        { title: COPY.success, description: COPY.impersonation.exited },
        () => void navigate(PATHS.users),
      );
    },
    onError: (error) => toastFailure(error, 'Failed to exit impersonation mode'),
  });
}
