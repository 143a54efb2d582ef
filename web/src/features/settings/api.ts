import { useMutation, useQueryClient, type QueryClient, type UseMutationResult } from '@tanstack/react-query';

import { isHandledGlobally } from '../../api/api-error';
import { api, unwrap } from '../../api/client';
import type { paths } from '../../api/schema';
import type { AccountSettings, Connection, ConnectionTest, Inbox } from '../../api/types';
import { CONNECTION_POLL } from '../../lib/constants';
import { toastFailure } from '../../lib/messages/failure-toast';
import { serverMessage } from '../../lib/messages/server-message';
import { mySettingsQuery } from '../../lib/queries/api';
import { getQuery } from '../../lib/queries/get-query';
import { pollWhile } from '../../lib/queries/poll';
import { useChange } from '../../lib/queries/use-change';
import { accountKey, userQuery } from '../../lib/session/session';
import { showTimeZone } from '../../lib/session/show-time-zone';
import type { SaveRequest } from './fields/save-queue';
import { SETTINGS_COPY } from './settings-copy';

/** The user's own paths with a counterpart for administrators, which takes and returns the same data. */
type EditedPath = {
  [Path in keyof paths]: Path extends `/api/my/settings${infer Rest}`
    ? `/api/account/settings/admin/{userId}${Rest}` extends keyof paths
      ? Path
      : never
    : never;
}[keyof paths];

/** The API path for the account whose settings are shown: the user's own, or the one an administrator is editing. */
export function editedPath<Path extends EditedPath>(path: Path, editedUserId: string | undefined): Path {
  if (editedUserId === undefined) return path;
  return path.replace('/api/my/settings', `/api/account/settings/admin/${encodeURIComponent(editedUserId)}`) as Path;
}

export const settingsQuery = (accountId: string, editedUserId: string | undefined) =>
  editedUserId === undefined
    ? mySettingsQuery(accountId)
    : getQuery(['admin', 'users', editedUserId, 'settings'], editedPath('/api/my/settings', editedUserId));

export const accountConnectionsQuery = (userId: string) =>
  getQuery(['admin', 'users', userId, 'connections'], '/api/admin/users/{userId}/connections', {
    path: { userId },
    staleTime: 0, // deliveries can change the state at any time
  });

// Each connection's state. Refetched while a destination is paused, because it may recover.
export const connectionsQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'connections'), '/api/my/connections', {
    staleTime: 0, // deliveries can change the state at any time
    refetchInterval: pollWhile(CONNECTION_POLL.intervalMs, (connections: Connection[]) => {
      return connections.some(({ pausedUntil }) => pausedUntil !== null) && CONNECTION_POLL.intervalMs;
    }),
  });

const INBOX_POLL_MS = 10_000;

export const inboxQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'inbox'), '/api/my/inbox', {
    staleTime: 0,
    refetchInterval: pollWhile(INBOX_POLL_MS, ({ folder }: Inbox) => folder !== null && INBOX_POLL_MS),
  });

/** The result of a connection test, with the connection's state at the time. Obsolete once the state changes. */
export interface TestResult extends Pick<ConnectionTest, 'outcome' | 'message'> {
  settingsUpdatedAt: string | undefined;
  revision: string;
  testedAt: number;
}

/** Changes whenever a message is sent or fails. */
export function connectionRevision(connection: Connection | undefined): string {
  return `${connection?.lastSuccessAt} ${connection?.error?.failedAt}`;
}

/** Waits for pending saves, sends a test message and waits for its result. A rejection is a result, too. */
export function useTestConnection(
  accountId: string,
  channel: Connection['channel'],
): UseMutationResult<TestResult, Error, Promise<void>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (pendingSave: Promise<void>) => {
      await pendingSave;
      assertSameAccount(client, accountId);
      const { outcome, message } = await unwrap(
        api.POST('/api/my/settings/test/{channel}', { params: { path: { channel } } }),
      ).catch(toTestResult);
      const connection = client
        .getQueryData(connectionsQuery(accountId).queryKey)
        ?.find((item) => item.channel === channel);
      return {
        outcome,
        message,
        settingsUpdatedAt: client.getQueryData(mySettingsQuery(accountId).queryKey)?.updatedAt,
        revision: connectionRevision(connection),
        testedAt: Date.now(),
      };
    },
    onSettled: () => client.invalidateQueries({ queryKey: connectionsQuery(accountId).queryKey }),
  });
}

/** Saves a change and caches the response, which makes responses to in-flight requests obsolete. */
export function useChangeSettings(
  accountId: string,
  editedUserId: string | undefined,
): UseMutationResult<AccountSettings, Error, SaveRequest> {
  const client = useQueryClient();
  const { queryKey } = settingsQuery(accountId, editedUserId);
  return useMutation({
    mutationFn: (request: SaveRequest) => {
      assertSameAccount(client, accountId, editedUserId);
      return sendRequest(request, editedUserId);
    },
    onSuccess: (settings, request) => {
      client.setQueryData(queryKey, settings);
      if (editedUserId !== undefined) return void client.invalidateQueries({ queryKey: ['admin'] });
      if ('timeZone' in request) showTimeZone(client, accountId, settings.timeZone);
      void client.invalidateQueries({ queryKey }); // discards in-flight requests
      void client.invalidateQueries({ queryKey: accountKey(accountId, 'usage') }); // the usage meter shows the limit
      void client.invalidateQueries({ queryKey: connectionsQuery(accountId).queryKey });
    },
  });
}

function sendRequest(request: SaveRequest, editedUserId: string | undefined): Promise<AccountSettings> {
  const isRetention = 'recordingsRetentionDays' in request || 'transcriptsRetentionDays' in request;
  if (isRetention && editedUserId === undefined)
    return unwrap(api.PUT('/api/my/settings/retention', { body: request }));
  if (!('list' in request)) return unwrap(api.PUT(editedPath('/api/my/settings', editedUserId), { body: request }));
  const { list, edit: body } = request;
  const path = list === 'vocabulary' ? '/api/my/settings/vocabulary' : '/api/my/settings/email-addresses';
  return unwrap(api.PATCH(editedPath(path, editedUserId), { body }));
}

/** Generates a signing secret. The API returns it only once. */
export function useRenewSigningSecret(accountId: string): UseMutationResult<{ webhookSecret: string }, Error, void> {
  return useChange({
    mutationFn: () => unwrap(api.POST('/api/my/settings/webhook-secret')),
    refetch: [mySettingsQuery(accountId).queryKey],
    onError: (error) => toastFailure(error, SETTINGS_COPY.failed),
    gcTime: 0, // drops the secret as soon as it's no longer shown
  });
}

// A change may have to wait for earlier ones, and the page may switch to another account while it waits.
export function assertSameAccount(client: QueryClient, accountId: string, editedUserId?: string): void {
  if (editedUserId === undefined && client.getQueryData(userQuery.queryKey)?.accountId !== accountId)
    throw new Error('The page now shows another account.');
}

// Session errors are rethrown, because the query client reports them.
function toTestResult(error: unknown): Pick<ConnectionTest, 'outcome' | 'message'> {
  if (isHandledGlobally(error)) throw error;
  return { outcome: 'failed', message: serverMessage(error, "Couldn't send the test message. Please try again.") };
}
