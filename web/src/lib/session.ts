import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { api, dataOf } from '../api/client';
import type { CurrentUser } from '../api/types';
import { ApiError } from './api-error';
import { API_PATHS } from './paths';
import { leaveFor } from './sign-in-redirect';

/** Who is signed in; null for nobody. */
export const userQuery = queryOptions({
  queryKey: ['auth', 'user'],
  queryFn: ({ signal }): Promise<CurrentUser | null> =>
    dataOf(api.GET('/api/auth/user', { signal })).catch(nobodyOn401),
});

function nobodyOn401(error: unknown): null {
  if (error instanceof ApiError && error.status === 401) return null;
  throw error;
}

export type Session =
  | { state: 'loading' }
  | { state: 'unavailable'; retry: () => void }
  | { state: 'visitor' }
  | { state: 'user' | 'admin'; user: CurrentUser };

/** Who uses the app, as the screens need to know it. */
export function useSession(): Session {
  const { data: user, isPending, refetch } = useQuery(userQuery);
  if (isPending) return { state: 'loading' };
  if (user === undefined) return { state: 'unavailable', retry: () => void refetch() };
  if (user === null) return { state: 'visitor' };
  return { state: user.role, user };
}

/** The signed-in user, for screens that only signed-in people see. */
export function useUser(): CurrentUser {
  const session = useSession();
  if (session.state !== 'user' && session.state !== 'admin')
    throw new Error('This screen is for signed-in people only.');
  return session.user;
}

/** Key of data that belongs to whoever is being looked at, so that one account's data never shows under another. */
export function myKey(userId: string, ...parts: string[]): readonly string[] {
  return ['my', userId, ...parts];
}

/** Shows the account that the session acts for now. Call it after that has changed, here or in another tab. */
export async function switchAccount(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: userQuery.queryKey }),
    client.invalidateQueries({ queryKey: IMPERSONATION_KEY }),
  ]);
  // Not before: screens of the previous account would fetch again, and keep the data of the new one under their keys.
  const shownId = client.getQueryData(userQuery.queryKey)?.id;
  client.removeQueries({ queryKey: ['my'], predicate: ({ queryKey: [, ownerId] }) => ownerId !== shownId });
  await client.invalidateQueries({ queryKey: ['my'] });
}

export const IMPERSONATION_KEY = ['impersonation'] as const;

/** Signs out: goes to the API first, then forgets who was here and fetches everything again. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  return () => {
    leaveFor(API_PATHS.logout);
    client.setQueryData(userQuery.queryKey, null);
    void client.invalidateQueries();
  };
}
