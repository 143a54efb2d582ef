import { useMutation, useQueryClient, type QueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api } from '../../api/client';
import type { NewUser, User, UserChange } from '../../api/types';
import { LIVE_POLL_MS } from '../../lib/constants';
import { COPY } from '../../lib/copy';
import { toastFailure, toastServerMessage } from '../../lib/messages/failure-toast';
import { toast, toastBeforeLeaving } from '../../lib/messages/toast-store';
import { PATHS } from '../../lib/paths';
import { getQuery } from '../../lib/queries/get-query';
import { pollLive } from '../../lib/queries/poll';
import { userQuery } from '../../lib/session/session';
import { useShowAccount } from '../../lib/session/use-show-account';
import { USER_COPY } from './user-copy';

const SETTLED_BILLING_STATES: ReadonlySet<string> = new Set(['charged', 'paused']);
const BILLING_POLL_MS = 3_000;

export const usersQuery = getQuery(
  ['admin', 'users'],
  '/api/admin/users',
  pollLive<User[]>((users) => (users.some(isBillingChanging) ? BILLING_POLL_MS : LIVE_POLL_MS)),
);

// Billing changes reach Stripe within seconds; polling shows when they have.
function isBillingChanging({ billing }: User): boolean {
  return billing !== null && !SETTLED_BILLING_STATES.has(billing);
}

// Actions that only need confirmation.
export type UserAction = 'activate' | 'promote' | 'deactivate' | 'remove';

/** Items in a user's menu. */
export type UserCommand = UserAction | 'edit' | 'password' | 'impersonate';

const ACTION_REQUESTS: Record<UserAction, (id: string) => Promise<unknown>> = {
  activate: (id) => api.PATCH('/api/admin/users/{id}/activate', { params: { path: { id } } }),
  promote: (id) => api.PATCH('/api/admin/users/{id}/make-admin', { params: { path: { id } } }),
  deactivate: (id) => api.PATCH('/api/admin/users/{id}/deactivate', { params: { path: { id } } }),
  remove: (id) => api.DELETE('/api/admin/users/{id}', { params: { path: { id } } }),
};

export function useUserAction(action: UserAction): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ACTION_REQUESTS[action],
    onSuccess: () => {
      toast({ title: COPY.success, description: USER_COPY[action].succeeded });
      return refreshAdminData(client);
    },
    onError: (error) => toastFailure(error, USER_COPY[action].failed),
  });
}

/** Switches to another user's account. @param path the page to open as the user */
export function useStartImpersonation(path: string = PATHS.home): UseMutationResult<unknown, Error, string> {
  const showAccount = useShowAccount();
  return useMutation({
    mutationFn: (id: string) => api.POST('/api/admin/impersonate/{id}', { params: { path: { id } } }),
    meta: { changesAccount: true },
    onSuccess: () => {
      toastBeforeLeaving({ title: COPY.success, description: COPY.impersonation.started }, () => showAccount(path));
    },
    onError: (error) => toastFailure(error, COPY.impersonation.startFailed),
  });
}

export function useCreateUser(): UseMutationResult<unknown, Error, NewUser> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewUser) => api.POST('/api/admin/users', { body }),
    onSuccess: () => {
      toast({ title: COPY.success, description: USER_COPY.create.succeeded });
      return refreshAdminData(client);
    },
    onError: (error) => toastFailure(error, USER_COPY.create.failed),
  });
}

export function useUpdateUser(): UseMutationResult<unknown, Error, { id: string; change: UserChange }> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }) => api.PUT('/api/admin/users/{id}', { params: { path: { id } }, body: change }),
    onSuccess: () => toast(USER_COPY.edit.succeeded),
    onError: (error) => toastServerMessage(error, USER_COPY.edit.failed),
    // Runs even after a failure, because the user may have been deleted. The signed-in user may also have changed.
    onSettled: () =>
      Promise.all([refreshAdminData(client), client.invalidateQueries({ queryKey: userQuery.queryKey })]),
  });
}

export function useSetPassword(): UseMutationResult<unknown, Error, { id: string; password: string }> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, password }) =>
      api.POST('/api/admin/users/{id}/password', { params: { path: { id } }, body: { password } }),
    onSuccess: () => {
      toast({ title: COPY.success, description: USER_COPY.password.succeeded });
      // Administrators can set their own password, which may have been weak.
      return Promise.all([refreshAdminData(client), client.invalidateQueries({ queryKey: userQuery.queryKey })]);
    },
    onError: (error) => toastServerMessage(error, USER_COPY.password.failed),
  });
}

// Statistics, tokens and activity also contain users.
function refreshAdminData(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['admin'] });
}
