import { focusManager, queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';

import { includesRole, type MemberRole } from '@ringwell/domain/accounts/member-role';

import { ApiError } from '../../api/api-error';
import { api, unwrap } from '../../api/client';
import type { CurrentUser } from '../../api/types';
import { API_PATHS } from '../paths';
import { leaveApp } from './sign-in-redirect';

/** The signed-in user, or null for visitors. */
export const userQuery = queryOptions({
  queryKey: ['auth', 'user'],
  queryFn: ({ signal }): Promise<CurrentUser | null> =>
    unwrap(api.GET('/api/auth/user', { signal })).catch(nullIfSignedOut),
  // Users waiting for their account to be activated see the change when they return to the page. A required step stays
  // on screen, because it shows recovery codes that users may be saving in another window.
  refetchOnWindowFocus: ({ state: { data } }) =>
    data?.status === 'demo' && data.requiredStep === null ? 'always' : false,
  meta: { isShellData: true },
});

function nullIfSignedOut(error: unknown): null {
  if (error instanceof ApiError && error.status === 401) return null;
  throw error;
}

export type Session =
  | { state: 'loading' }
  | { state: 'unavailable'; retry: () => void }
  | { state: 'visitor' }
  | { state: 'user' | 'admin'; user: CurrentUser };

export function useSession(): Session {
  const { data: user, isPending, refetch } = useQuery(userQuery);
  if (isPending) return { state: 'loading' };
  if (user === undefined) return { state: 'unavailable', retry: () => void refetch() };
  if (user === null) return { state: 'visitor' };
  return { state: user.role, user };
}

/** The user whose page is shown. After they sign out, its components may render once more before it is replaced. */
export const UserContext = createContext<CurrentUser | undefined>(undefined);

/** The signed-in user, for components that visitors never see. */
export function useUser(): CurrentUser {
  const { data } = useQuery(userQuery);
  const pageUser = use(UserContext);
  const user = data ?? pageUser;
  if (!user) throw new Error('useUser was called without a signed-in user');
  return user;
}

/** Whether the signed-in user has at least a role's permissions in the account on the page. */
export function useHasRole(role: MemberRole): boolean {
  return includesRole(useUser().memberRole, role);
}

/** Query key for an account's data. It contains the account ID, so one account never shows another's data. */
export function accountKey(accountId: string, ...parts: string[]): readonly string[] {
  return ['my', accountId, ...parts];
}

/** Query key for data that belongs to the signed-in user, independent of the account. */
export function userKey(userId: string, ...parts: string[]): readonly string[] {
  return ['person', userId, ...parts];
}

/** False for data from an account or a user that the page no longer shows. */
export function belongsToPageAccount(client: QueryClient, [kind, ownerId]: readonly unknown[]): boolean {
  const user = client.getQueryData(userQuery.queryKey);
  if (kind === 'my') return ownerId === user?.accountId;
  return kind !== 'person' || ownerId === user?.id;
}

let isLeaving = false;

/**
 * Pauses polling while the account is being switched, until `switchAccount` or a failure. During that time,
 * `ACCOUNT_CHANGED` errors aren't blamed on another tab.
 */
export function leaveAccount(): void {
  isLeaving = true;
  // Safe because no query here retries: a retrying query would wait for focus, and `switchAccount` for that query.
  focusManager.setFocused(false);
}

/** Resumes polling after `leaveAccount`. */
export function cancelLeaving(): void {
  isLeaving = false;
  focusManager.setFocused(undefined);
}

/** Whether the page is about to switch to another account. */
export function isLeavingAccount(): boolean {
  return isLeaving;
}

/** Switches the page to the session's account. Call it after the account has changed, here or in another tab. */
export async function switchAccount(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: userQuery.queryKey }),
    client.invalidateQueries({ queryKey: IMPERSONATION_KEY }),
  ]);
  // Must follow the refetch, or else the previous account's pages would cache the new account's data under their keys.
  client.removeQueries({ predicate: ({ queryKey }) => !belongsToPageAccount(client, queryKey) });
  const refetches = Promise.all([
    client.invalidateQueries({ queryKey: ['my'] }),
    client.invalidateQueries({ queryKey: ['person'] }),
  ]);
  cancelLeaving(); // polling shares in-flight requests
  await refetches;
}

export const IMPERSONATION_KEY = ['impersonation'] as const;

/** Goes to the API's sign-out page first, then clears the user and refetches everything. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  return () => {
    leaveApp(API_PATHS.logout);
    client.setQueryData(userQuery.queryKey, null);
    void client.invalidateQueries();
  };
}
