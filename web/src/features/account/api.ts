import { useMutation, type UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { CurrentUser, MemberAlerts, MemberAlertsChange, MyAccountChange, PasswordChange } from '../../api/types';
import { toastFailure } from '../../lib/messages/failure-toast';
import { getQuery } from '../../lib/queries/get-query';
import { useChange } from '../../lib/queries/use-change';
import { askForPasskey } from '../../lib/session/passkeys';
import { accountKey, userKey, userQuery, useUser } from '../../lib/session/session';
import { ACCOUNT_COPY } from './account-copy';

export const mySessionsQuery = (userId: string) =>
  getQuery(userKey(userId, 'sessions'), '/api/my/sessions', {
    staleTime: 0, // sessions can start in other browsers
    refetchOnWindowFocus: 'always',
  });

export function useChangeProfile(): UseMutationResult<CurrentUser, Error, MyAccountChange> {
  return useChange({
    mutationFn: (body: MyAccountChange) => unwrap(api.PATCH('/api/my/account', { body })),
    replaces: userQuery.queryKey,
    succeeded: ACCOUNT_COPY.profile.saved,
    failed: 'Failed to save your profile',
  });
}

/** Uploads the signed-in user's picture, or removes it when given null. */
export function useChangePicture(): UseMutationResult<CurrentUser, Error, File | null> {
  const { accountId } = useUser();
  return useChange({
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
    replaces: userQuery.queryKey,
    succeeded: (_user, file) => (file === null ? ACCOUNT_COPY.picture.removed : ACCOUNT_COPY.picture.saved),
    refetch: [['admin', 'users'], accountKey(accountId, 'members')], // these also show the picture
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
  const { id: userId, accountId } = useUser();
  return useChange({
    mutationFn: (body: MemberAlertsChange) => unwrap(api.PUT('/api/my/alerts', { body })),
    replaces: myAlertsQuery(userId, accountId).queryKey,
    succeeded: ACCOUNT_COPY.alerts.saved,
    failed: 'Failed to save your alerts',
  });
}

export function useChangePassword(): UseMutationResult<unknown, Error, PasswordChange> {
  const { accountId } = useUser();
  return useChange({
    mutationFn: (body: PasswordChange) => api.POST('/api/my/password', { body }),
    succeeded: ACCOUNT_COPY.password.changed,
    // The user has a password now, the other sessions have ended, and the assistants are disconnected.
    refetch: [userQuery.queryKey, ['person'], accountKey(accountId, 'assistants')],
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
  const { id: userId, accountId } = useUser();
  return useChange({
    mutationFn: (id: string | undefined) =>
      id === undefined
        ? api.DELETE('/api/my/sessions')
        : api.DELETE('/api/my/sessions/{id}', { params: { path: { id } } }),
    succeeded: (_data, id) => (id === undefined ? 'Signed out everywhere else' : ACCOUNT_COPY.sessions.ended),
    failed: ACCOUNT_COPY.sessions.failed,
    refetchAlways: [mySessionsQuery(userId).queryKey, accountKey(accountId, 'assistants')],
  });
}
