import {
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import type { AccountSettings, Connection, ConnectionTest, SettingsChange } from '../../api/types';
import { isAboutSession, serverMessage } from '../../lib/api-error';
import { CONNECTION_POLL } from '../../lib/constants';
import { toastFailure } from '../../lib/failure-toast';
import { pollWhile } from '../../lib/poll';
import { myKey, userQuery } from '../../lib/session';
import { SETTINGS_COPY } from './settings-copy';

export const mySettingsQuery = (userId: string) =>
  queryOptions({
    queryKey: myKey(userId, 'settings'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/my/settings', { signal })),
  });

/** How each connection is. While a place has a rest it is asked for again, as its trouble may be over then. */
export const connectionsQuery = (userId: string) =>
  queryOptions({
    queryKey: myKey(userId, 'connections'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/my/connections', { signal })),
    staleTime: 0, // messages come and go by themselves
    refetchInterval: pollWhile(CONNECTION_POLL.everyMs, (connections: Connection[]) => {
      return connections.some(({ pausedUntil }) => pausedUntil !== null) && CONNECTION_POLL.everyMs;
    }),
  });

/** What came of testing a connection, and what was known then: once it is something else, the result says nothing any more. */
export interface TestResult extends Pick<ConnectionTest, 'outcome' | 'message'> {
  settingsAt: string | undefined;
  news: string;
  at: number;
}

/** Changes with whatever comes of a message. */
export function newsOf(connection: Connection | undefined): string {
  return `${connection?.lastSuccessAt} ${connection?.error?.failedAt}`;
}

/** Sends a test message, once nothing is being saved any more, and waits for what comes of it. A refusal is a result, too. */
export function useTestConnection(
  userId: string,
  channel: Connection['channel'],
): UseMutationResult<TestResult, Error, Promise<void>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (saved: Promise<void>) => {
      await saved;
      assertShown(client, userId);
      const { outcome, message } = await dataOf(
        api.POST('/api/my/settings/test/{channel}', { params: { path: { channel } } }),
      ).catch(asResult);
      const connection = client
        .getQueryData(connectionsQuery(userId).queryKey)
        ?.find((each) => each.channel === channel);
      return {
        outcome,
        message,
        settingsAt: client.getQueryData(mySettingsQuery(userId).queryKey)?.updatedAt,
        news: newsOf(connection),
        at: Date.now(),
      };
    },
    onSettled: () => client.invalidateQueries({ queryKey: connectionsQuery(userId).queryKey }),
  });
}

/** Saves a change. What the API answers is what is saved from then on, whatever an older question is told later. */
export function useChangeSettings(userId: string): UseMutationResult<AccountSettings, Error, SettingsChange> {
  const client = useQueryClient();
  const { queryKey } = mySettingsQuery(userId);
  return useMutation({
    mutationFn: (change: SettingsChange) => {
      assertShown(client, userId);
      return dataOf(api.PUT('/api/my/settings', { body: change }));
    },
    onSuccess: (settings) => {
      client.setQueryData(queryKey, settings);
      void client.invalidateQueries({ queryKey }); // drops a question that is still under way
      void client.invalidateQueries({ queryKey: myKey(userId, 'usage') }); // the meter shows the limit
      void client.invalidateQueries({ queryKey: connectionsQuery(userId).queryKey });
    },
  });
}

/** Makes a new signing secret, which is told only this once. */
export function useRenewSigningSecret(userId: string): UseMutationResult<{ webhookSecret: string }, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => dataOf(api.POST('/api/my/settings/webhook-secret')),
    onSuccess: () => client.invalidateQueries({ queryKey: mySettingsQuery(userId).queryKey }),
    onError: (error) => toastFailure(error, SETTINGS_COPY.failed),
  });
}

/**
 * A change may wait for an earlier one. The page may show another account by then, which the change is not meant for.
 * @throws Error when it does
 */
function assertShown(client: QueryClient, userId: string): void {
  if (client.getQueryData(userQuery.queryKey)?.id !== userId) throw new Error('The page shows another account.');
}

/** What is about the session is told elsewhere. */
function asResult(error: unknown): Pick<ConnectionTest, 'outcome' | 'message'> {
  if (isAboutSession(error)) throw error;
  return { outcome: 'failed', message: serverMessage(error, "Couldn't send the test message. Please try again.") };
}
