import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { AccountSettings, EmailLabelsChange } from '../../api/types';
import { accountSettingsQuery } from './account-settings-query';
import type { SaveRequest } from './fields/save-queue';

/** Changes the settings of any account. Administrators can also set add-ons and higher limits. */
export function useChangeAccountSettings(userId: string): UseMutationResult<AccountSettings, Error, SaveRequest> {
  const client = useQueryClient();
  const { queryKey } = accountSettingsQuery(userId);
  return useMutation({
    mutationFn: (request: SaveRequest) => sendRequest(userId, request),
    onSuccess: (settings) => {
      client.setQueryData(queryKey, settings);
      void client.invalidateQueries({ queryKey: ['admin'] });
    },
  });
}

function sendRequest(userId: string, request: SaveRequest): Promise<AccountSettings> {
  const params = { path: { userId } };
  if (!('list' in request)) return unwrap(api.PUT('/api/account/settings/admin/{userId}', { params, body: request }));
  const { list, edit: body } = request;
  return unwrap(
    list === 'vocabulary'
      ? api.PATCH('/api/account/settings/admin/{userId}/vocabulary', { params, body })
      : api.PATCH('/api/account/settings/admin/{userId}/email-addresses', { params, body }),
  );
}

export function changeAccountEmailLabels(userId: string, body: EmailLabelsChange): Promise<AccountSettings> {
  return unwrap(api.PUT('/api/account/settings/admin/{userId}/email-labels', { params: { path: { userId } }, body }));
}
