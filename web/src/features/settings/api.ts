import {
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';

import { isAboutSession } from '../../api/api-error';
import { api, dataOf } from '../../api/client';
import type {
  AccountSettings,
  AccountSettingsChange,
  Connection,
  ConnectionTest,
  SettingsChange,
} from '../../api/types';
import { CONNECTION_POLL } from '../../lib/constants';
import { toastFailure } from '../../lib/failure-toast';
import { mySettingsQuery } from '../../lib/my-settings-query';
import { pollWhile } from '../../lib/poll';
import { serverMessage } from '../../lib/server-message';
import { myKey, userQuery } from '../../lib/session';
import { SETTINGS_COPY } from './settings-copy';

// The state of each connection. Refetched while a destination is paused, because it may recover.
export const connectionsQuery = (userId: string) =>
  queryOptions({
    queryKey: myKey(userId, 'connections'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/my/connections', { signal })),
    staleTime: 0, // deliveries change it at any time
    refetchInterval: pollWhile(CONNECTION_POLL.everyMs, (connections: Connection[]) => {
      return connections.some(({ pausedUntil }) => pausedUntil !== null) && CONNECTION_POLL.everyMs;
    }),
  });

export const accountConnectionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'users', userId, 'connections'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/admin/users/{userId}/connections', { params: { path: { userId } }, signal })),
  });

export const accountSettingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'users', userId, 'settings'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/account/settings/admin/{userId}', { params: { path: { userId } }, signal })),
  });

/** Changes the settings of any account. Administrators can also set add-ons and higher limits. */
export function useChangeAccountSettings(
  userId: string,
): UseMutationResult<AccountSettings, Error, AccountSettingsChange> {
  const client = useQueryClient();
  const { queryKey } = accountSettingsQuery(userId);
  return useMutation({
    mutationFn: (body: AccountSettingsChange) =>
      dataOf(api.PUT('/api/account/settings/admin/{userId}', { params: { path: { userId } }, body })),
    onSuccess: (settings) => {
      client.setQueryData(queryKey, settings);
      void client.invalidateQueries({ queryKey: ['admin'] });
    },
  });
}

/** The result of a connection test, and the state it applies to: it is obsolete once that state changes. */
export interface TestResult extends Pick<ConnectionTest, 'outcome' | 'message'> {
  settingsUpdatedAt: string | undefined;
  revision: string;
  testedAt: number;
}

/** Changes with every message that is sent or fails. */
export function connectionRevision(connection: Connection | undefined): string {
  return `${connection?.lastSuccessAt} ${connection?.error?.failedAt}`;
}

/** Waits for pending saves, sends a test message and waits for its result. A refusal by the API is a result, too. */
export function useTestConnection(
  userId: string,
  channel: Connection['channel'],
): UseMutationResult<TestResult, Error, Promise<void>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (saved: Promise<void>) => {
      await saved;
      assertSameAccount(client, userId);
      const { outcome, message } = await dataOf(
        api.POST('/api/my/settings/test/{channel}', { params: { path: { channel } } }),
      ).catch(asResult);
      const connection = client
        .getQueryData(connectionsQuery(userId).queryKey)
        ?.find((each) => each.channel === channel);
      return {
        outcome,
        message,
        settingsUpdatedAt: client.getQueryData(mySettingsQuery(userId).queryKey)?.updatedAt,
        revision: connectionRevision(connection),
        testedAt: Date.now(),
      };
    },
    onSettled: () => client.invalidateQueries({ queryKey: connectionsQuery(userId).queryKey }),
  });
}

/** Saves a change and caches the response, which outdates any request still in flight. */
export function useChangeSettings(userId: string): UseMutationResult<AccountSettings, Error, SettingsChange> {
  const client = useQueryClient();
  const { queryKey } = mySettingsQuery(userId);
  return useMutation({
    mutationFn: (change: SettingsChange) => {
      assertSameAccount(client, userId);
      return send(change, client.getQueryData(queryKey));
    },
    onSuccess: (settings, change) => {
      client.setQueryData(queryKey, settings);
      if ('timeZone' in change) showTimeZone(client, userId, settings.timeZone);
      void client.invalidateQueries({ queryKey }); // discards a request still in flight
      void client.invalidateQueries({ queryKey: myKey(userId, 'usage') }); // the usage meter shows the limit
      void client.invalidateQueries({ queryKey: connectionsQuery(userId).queryKey });
    },
  });
}

// Of a list, only what was added and removed, so that two tabs do not overwrite each other's changes.
function send(change: SettingsChange, seen: AccountSettings | undefined): Promise<AccountSettings> {
  const { emailAddress, vocabulary } = change;
  const list = emailAddress ?? vocabulary;
  if (seen === undefined || list === undefined) return dataOf(api.PUT('/api/my/settings', { body: change }));
  const body = listChange(emailAddress === undefined ? seen.vocabulary : seen.emailAddress, list);
  if (body.add.length + body.remove.length === 0) return Promise.resolve(seen);
  return dataOf(
    emailAddress === undefined
      ? api.PATCH('/api/my/settings/vocabulary', { body })
      : api.PATCH('/api/my/settings/email-addresses', { body }),
  );
}

function listChange(seen: readonly string[], wanted: readonly string[]): { add: string[]; remove: string[] } {
  return {
    add: wanted.filter((entry) => !seen.includes(entry)),
    remove: seen.filter((entry) => !wanted.includes(entry)),
  };
}

/** Generates a signing secret. The API returns it only once. */
export function useRenewSigningSecret(userId: string): UseMutationResult<{ webhookSecret: string }, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => dataOf(api.POST('/api/my/settings/webhook-secret')),
    onSuccess: () => client.invalidateQueries({ queryKey: mySettingsQuery(userId).queryKey }),
    onError: (error) => toastFailure(error, SETTINGS_COPY.failed),
  });
}

// All times are formatted in it, and dates of filters mean days in it.
function showTimeZone(client: QueryClient, userId: string, timeZone: string | null): void {
  client.setQueryData(userQuery.queryKey, (user) => (user?.id === userId ? { ...user, timeZone } : user));
  void client.invalidateQueries({ queryKey: myKey(userId, 'calls') });
}

// A change may have to wait for earlier ones, and meanwhile the page may have switched to another account.
export function assertSameAccount(client: QueryClient, userId: string): void {
  if (client.getQueryData(userQuery.queryKey)?.id !== userId) throw new Error('The page shows another account.');
}

// Session errors are rethrown, because the query client reports them.
function asResult(error: unknown): Pick<ConnectionTest, 'outcome' | 'message'> {
  if (isAboutSession(error)) throw error;
  return { outcome: 'failed', message: serverMessage(error, "Couldn't send the test message. Please try again.") };
}
