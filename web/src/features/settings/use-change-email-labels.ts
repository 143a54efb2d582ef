import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import type { CallLabel } from '@ringwell/domain/call-label';

import { api, dataOf } from '../../api/client';
import type { AccountSettings } from '../../api/types';
import { toastFailure } from '../../lib/failure-toast';
import { mySettingsQuery } from '../../lib/my-settings-query';
import { assertSameAccount } from './api';
import { SETTINGS_COPY } from './settings-copy';

/** Chooses the calls that an address gets emails about. `labels: null` stands for those of the account. */
export function useChangeEmailLabels(
  userId: string,
): UseMutationResult<AccountSettings, Error, { address: string; labels: CallLabel[] | null }> {
  const client = useQueryClient();
  const { queryKey } = mySettingsQuery(userId);
  return useMutation({
    mutationFn: (body: { address: string; labels: CallLabel[] | null }) => {
      assertSameAccount(client, userId);
      return dataOf(api.PUT('/api/my/settings/email-labels', { body }));
    },
    onSuccess: (settings) => client.setQueryData(queryKey, settings),
    onError: (error) => toastFailure(error, SETTINGS_COPY.failed),
  });
}
