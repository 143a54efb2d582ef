import { useMutation, type UseMutationResult } from '@tanstack/react-query';

import { api } from '../../api/client';
import type { NewUser, User, UserChange } from '../../api/types';
import { LIVE_POLL_MS } from '../../lib/constants';
import { COPY } from '../../lib/copy';
import { toastFailure } from '../../lib/messages/failure-toast';
import { toast, toastBeforeLeaving } from '../../lib/messages/toast-store';
import { PATHS } from '../../lib/paths';
import { getQuery } from '../../lib/queries/get-query';
import { pollLive } from '../../lib/queries/poll';
import { useChange } from '../../lib/queries/use-change';
import { userQuery } from '../../lib/session/session';
import { useShowAccount } from '../../lib/session/use-show-account';
import { USER_COPY } from './user-copy';

const SETTLED_BILLING_STATES: ReadonlySet<string> = new Set(['charged', 'paused']);
const BILLING_POLL_MS = 3_000;
const ADMIN_DATA = ['admin']; // statistics, tokens and activity also contain users

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
  return useChange({
    mutationFn: ACTION_REQUESTS[action],
    succeeded: USER_COPY[action].succeeded,
    refetch: [ADMIN_DATA],
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
  return useChange({
    mutationFn: (body: NewUser) => api.POST('/api/admin/users', { body }),
    succeeded: USER_COPY.create.succeeded,
    refetch: [ADMIN_DATA],
    onError: (error) => toastFailure(error, USER_COPY.create.failed),
  });
}

export function useUpdateUser(): UseMutationResult<unknown, Error, { id: string; change: UserChange }> {
  return useChange({
    mutationFn: ({ id, change }) => api.PUT('/api/admin/users/{id}', { params: { path: { id } }, body: change }),
    onSuccess: () => toast(USER_COPY.edit.succeeded),
    failed: USER_COPY.edit.failed,
    refetchAlways: [ADMIN_DATA, userQuery.queryKey], // the signed-in user may have changed
  });
}

export function useSetPassword(): UseMutationResult<unknown, Error, { id: string; password: string }> {
  return useChange({
    mutationFn: ({ id, password }) =>
      api.POST('/api/admin/users/{id}/password', { params: { path: { id } }, body: { password } }),
    succeeded: USER_COPY.password.succeeded,
    failed: USER_COPY.password.failed,
    refetch: [ADMIN_DATA, userQuery.queryKey], // administrators can set their own password, which may have been weak
  });
}
