import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { CurrentUser, MemberAlerts, MemberAlertsChange, MyAccountChange, PasswordChange } from '../../api/types';
import { COPY } from '../../lib/copy';
import { toastFailure, toastServerMessage } from '../../lib/messages/failure-toast';
import { toast } from '../../lib/messages/toast-store';
import { getQuery } from '../../lib/queries/get-query';
import { askForPasskey } from '../../lib/session/passkeys';
import { accountKey, userKey, userQuery, useUser } from '../../lib/session/session';
import { ACCOUNT_COPY } from './account-copy';

export const mySessionsQuery = (userId: string) =>
  getQuery(userKey(userId, 'sessions'), '/api/my/sessions', {
    staleTime: 0, // sessions start elsewhere
    refetchOnWindowFocus: 'always',
  });

export function useChangeProfile(): UseMutationResult<CurrentUser, Error, MyAccountChange> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MyAccountChange) => unwrap(api.PATCH('/api/my/account', { body })),
    onSuccess: (user) => {
      client.setQueryData(userQuery.queryKey, user);
      toastSuccess(ACCOUNT_COPY.profile.saved);
    },
    onError: (error) => toastServerMessage(error, ACCOUNT_COPY.profile.failed),
  });
}

/** Uploads the signed-in user's picture, or removes it when given null. */
export function useChangePicture(): UseMutationResult<CurrentUser, Error, File | null> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File | null) =>
      unwrap(
        file === null
          ? api.DELETE('/api/my/picture')
          : api.PUT('/api/my/picture', {
              body: file as unknown as string, // the schema describes a binary body as a string
              bodySerializer: () => file,
              headers: { 'Content-Type': file.type },
            }),
      ),
    onSuccess: (user, file) => {
      client.setQueryData(userQuery.queryKey, user);
      toastSuccess(file === null ? ACCOUNT_COPY.picture.removed : ACCOUNT_COPY.picture.saved);
      // Lists of users and members also show the picture.
      return Promise.all([
        client.invalidateQueries({ queryKey: ['admin', 'users'] }),
        client.invalidateQueries({ queryKey: accountKey(user.accountId, 'members') }),
      ]);
    },
    onError: (error) => toastFailure(error, ACCOUNT_COPY.picture.failed),
  });
}

/** A user's alerts in the account shown on the page. They also depend on the account's settings. */
export const myAlertsQuery = (userId: string, accountId: string) =>
  getQuery(userKey(userId, 'alerts', accountId), '/api/my/alerts', {
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });

/** Changes which of the account's calls the signed-in user is emailed about. */
export function useChangeAlerts(): UseMutationResult<MemberAlerts, Error, MemberAlertsChange> {
  const client = useQueryClient();
  const { id: userId, accountId } = useUser();
  return useMutation({
    mutationFn: (body: MemberAlertsChange) => unwrap(api.PUT('/api/my/alerts', { body })),
    onSuccess: (alerts) => {
      client.setQueryData(myAlertsQuery(userId, accountId).queryKey, alerts);
      toastSuccess(ACCOUNT_COPY.alerts.saved);
    },
    onError: (error) => toastServerMessage(error, ACCOUNT_COPY.alerts.failed),
  });
}

export function useChangePassword(): UseMutationResult<unknown, Error, PasswordChange> {
  const client = useQueryClient();
  const { accountId } = useUser();
  return useMutation({
    mutationFn: (body: PasswordChange) => api.POST('/api/my/password', { body }),
    onSuccess: () => {
      toastSuccess(ACCOUNT_COPY.password.changed);
      // The user has a password now, the other sessions have ended, and the assistants are disconnected.
      return Promise.all([
        client.invalidateQueries({ queryKey: userQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['person'] }),
        client.invalidateQueries({ queryKey: accountKey(accountId, 'assistants') }),
      ]);
    },
    onError: (error) => toastFailure(error, ACCOUNT_COPY.password.failed),
  });
}

/** How the signed-in user, or the administrator impersonating them, confirms their identity. */
export const confirmationMethodQuery = getQuery(['auth', 'confirmation'], '/api/auth/confirm', { gcTime: 0 });

export interface Confirmation {
  password: string;
  /** With two-step verification, a code or a passkey is required. */
  code?: string;
  usesPasskey?: boolean;
}

export function useConfirmIdentity(): UseMutationResult<unknown, Error, Confirmation> {
  return useMutation({
    mutationFn: async ({ usesPasskey, ...body }: Confirmation) => {
      if (!usesPasskey) return api.POST('/api/auth/confirm', { body });
      const { options } = await unwrap(api.POST('/api/auth/confirm/passkey'));
      return api.POST('/api/auth/confirm', { body: { ...body, credential: await askForPasskey(options) } });
    },
  });
}

/** Ends one session or, without an id, all but the current one, which also disconnects the user's assistants. */
export function useEndSession(): UseMutationResult<unknown, Error, string | undefined> {
  const client = useQueryClient();
  const { id: userId, accountId } = useUser();
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined
        ? api.DELETE('/api/my/sessions')
        : api.DELETE('/api/my/sessions/{id}', { params: { path: { id } } }),
    onSuccess: (_data, id) =>
      toastSuccess(id === undefined ? ACCOUNT_COPY.sessions.othersEnded : ACCOUNT_COPY.sessions.ended),
    onError: (error) => toastServerMessage(error, ACCOUNT_COPY.sessions.failed),
    // Runs even after a failure, because the session may have ended elsewhere.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: mySessionsQuery(userId).queryKey }),
        client.invalidateQueries({ queryKey: accountKey(accountId, 'assistants') }),
      ]),
  });
}

function toastSuccess(description: string): void {
  toast({ title: COPY.success, description });
}
