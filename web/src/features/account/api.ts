import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import type { CurrentUser, MyAccountChange } from '../../api/types';
import { COPY } from '../../lib/copy';
import { toastFailure, toastServerMessage } from '../../lib/failure-toast';
import { personKey, userQuery, useUser } from '../../lib/session';
import { toast } from '../../lib/toast-store';
import { ACCOUNT_COPY } from './account-copy';

export const mySessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: personKey(userId, 'sessions'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/my/sessions', { signal })),
  });

export function useChangeProfile(): UseMutationResult<CurrentUser, Error, MyAccountChange> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MyAccountChange) => dataOf(api.PATCH('/api/my/account', { body })),
    onSuccess: (user) => {
      client.setQueryData(userQuery.queryKey, user);
      succeed(ACCOUNT_COPY.profile.saved);
    },
    onError: (error) => toastServerMessage(error, ACCOUNT_COPY.profile.failed),
  });
}

export interface PasswordChange {
  currentPassword?: string;
  newPassword: string;
}

export function useChangePassword(): UseMutationResult<unknown, Error, PasswordChange> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PasswordChange) => api.POST('/api/my/password', { body }),
    onSuccess: () => {
      succeed(ACCOUNT_COPY.password.changed);
      // The user has a password now, and the other sessions have ended.
      return Promise.all([
        client.invalidateQueries({ queryKey: userQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['person'] }),
      ]);
    },
    onError: (error) => toastFailure(error, ACCOUNT_COPY.password.failed),
  });
}

/** Ends one session or, without an id, all but the current one. */
export function useEndSession(): UseMutationResult<unknown, Error, string | undefined> {
  const client = useQueryClient();
  const { id: userId } = useUser();
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined
        ? api.DELETE('/api/my/sessions')
        : api.DELETE('/api/my/sessions/{id}', { params: { path: { id } } }),
    onSuccess: (_answer, id) =>
      succeed(id === undefined ? ACCOUNT_COPY.sessions.othersEnded : ACCOUNT_COPY.sessions.ended),
    onError: (error) => toastServerMessage(error, ACCOUNT_COPY.sessions.failed),
    // Also after a failure, because the session may have ended elsewhere.
    onSettled: () => client.invalidateQueries({ queryKey: mySessionsQuery(userId).queryKey }),
  });
}

function succeed(description: string): void {
  toast({ title: COPY.success, description });
}
