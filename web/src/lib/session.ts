import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { api, dataOf } from '../api/client';
import type { CurrentUser } from '../api/types';
import { ApiError } from './api-error';
import { API_PATHS } from './paths';
import { leaveFor } from './sign-in-again';

/** Who is signed in; null for nobody. */
export const userQuery = queryOptions({
  queryKey: ['auth', 'user'],
  queryFn: ({ signal }): Promise<CurrentUser | null> => dataOf(api.GET('/api/auth/user', { signal })).catch(nobodyOn401),
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
  if (session.state !== 'user' && session.state !== 'admin') throw new Error('This screen is for signed-in people only.');
  return session.user;
}

/** Key of data that belongs to whoever is being looked at, so that one account's data never shows under another. */
export function myKey(userId: string, ...parts: string[]): readonly string[] {
  return ['my', userId, ...parts];
}

/** Call it after impersonation has started or stopped. */
export async function switchAccount(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: ['my'] });
  await Promise.all([
    client.invalidateQueries({ queryKey: userQuery.queryKey }),
    client.invalidateQueries({ queryKey: IMPERSONATION_KEY }),
  ]);
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
