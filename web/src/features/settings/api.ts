import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import type { AccountSettings, SettingsChange } from '../../api/types';
import { COPY } from '../../lib/copy';
import { toastFailure } from '../../lib/failure-toast';
import { myKey, userQuery } from '../../lib/session';

export const mySettingsQuery = (userId: string) => queryOptions({
  queryKey: myKey(userId, 'settings'),
  queryFn: ({ signal }) => dataOf(api.GET('/api/my/settings', { signal })),
});

/** Saves a change. What the API answers is what is saved from then on, whatever an older question is told later. */
export function useChangeSettings(userId: string): UseMutationResult<AccountSettings, Error, SettingsChange> {
  const client = useQueryClient();
  const { queryKey } = mySettingsQuery(userId);
  return useMutation({
    mutationFn: (change: SettingsChange) => {
      // The API saves for whoever is viewed. A change that waited while that became somebody else is not theirs.
      if (client.getQueryData(userQuery.queryKey)?.id !== userId) throw new Error('Another account is being viewed by now.');
      return dataOf(api.PUT('/api/my/settings', { body: change }));
    },
    onSuccess: (settings) => {
      client.setQueryData(queryKey, settings);
      void client.invalidateQueries({ queryKey }); // drops a question that is still under way
      void client.invalidateQueries({ queryKey: myKey(userId, 'usage') }); // the meter shows the limit
    },
  });
}

/** Makes a new signing secret, which is told only this once. */
export function useRenewSigningSecret(userId: string): UseMutationResult<{ webhookSecret: string }, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => dataOf(api.POST('/api/my/settings/webhook-secret')),
    onSuccess: () => client.invalidateQueries({ queryKey: mySettingsQuery(userId).queryKey }),
    onError: (error) => toastFailure(error, COPY.settings.failed),
  });
}
