import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api, dataOf } from '../../../api/client';
import type { AccountSettings, EmailLabelsChange } from '../../../api/types';
import { toastFailure } from '../../../lib/messages/failure-toast';
import { mySettingsQuery } from '../../../lib/queries/my-settings-query';
import { accountSettingsQuery } from '../account-settings-query';
import { assertSameAccount } from '../api';
import { useSettings } from '../settings-context';
import { SETTINGS_COPY } from '../settings-copy';
import { changeAccountEmailLabels } from '../use-change-account-settings';

/** Chooses the calls about which an address gets emails. `labels: null` means the account's. */
export function useChangeEmailLabels(): UseMutationResult<AccountSettings, Error, EmailLabelsChange> {
  const client = useQueryClient();
  const { saved, editedUserId } = useSettings();
  const { queryKey } = editedUserId === undefined ? mySettingsQuery(saved.userId) : accountSettingsQuery(editedUserId);
  return useMutation({
    mutationFn: (body: EmailLabelsChange) => {
      if (editedUserId !== undefined) return changeAccountEmailLabels(editedUserId, body);
      assertSameAccount(client, saved.userId);
      return dataOf(api.PUT('/api/my/settings/email-labels', { body }));
    },
    onSuccess: (settings) => {
      client.setQueryData<AccountSettings>(queryKey, settings);
      if (editedUserId !== undefined) void client.invalidateQueries({ queryKey: ['admin'] });
    },
    onError: (error) => toastFailure(error, SETTINGS_COPY.failed),
  });
}
