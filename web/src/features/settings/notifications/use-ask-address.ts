import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api } from '../../../api/client';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { toast } from '../../../lib/messages/toast-store';
import { mySettingsQuery } from '../../../lib/queries/my-settings-query';
import { accountSettingsQuery } from '../account-settings-query';
import { assertSameAccount } from '../api';
import { useSettings } from '../settings-context';

/** Sends an address its confirmation email again. */
export function useAskAddress(address: string): UseMutationResult<void, Error, void> {
  const client = useQueryClient();
  const { saved, editedUserId } = useSettings();
  const { queryKey } = editedUserId === undefined ? mySettingsQuery(saved.userId) : accountSettingsQuery(editedUserId);
  const body = { address };
  return useMutation({
    mutationFn: async () => {
      if (editedUserId !== undefined) {
        const params = { path: { userId: editedUserId } };
        await api.POST('/api/account/settings/admin/{userId}/email-addresses/ask', { params, body });
        return;
      }
      assertSameAccount(client, saved.userId);
      await api.POST('/api/my/settings/email-addresses/ask', { body });
    },
    onSuccess: () => toast({ title: 'Confirmation email sent', description: `To ${address}.` }),
    onError: (error) => toastServerMessage(error, "Couldn't send the confirmation email. Please try again."),
    onSettled: () => client.invalidateQueries({ queryKey }), // it may have responded
  });
}
