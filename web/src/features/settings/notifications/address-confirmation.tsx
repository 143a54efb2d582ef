import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { api } from '../../../api/client';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { toast } from '../../../lib/messages/toast-store';
import { mySettingsQuery } from '../../../lib/queries/api';
import { Button } from '../../../ui/buttons/button';
import { Badge } from '../../../ui/data/badge';
import { accountSettingsQuery } from '../account-settings-query';
import { assertSameAccount } from '../api';
import { useSettings } from '../settings-context';

/** Marks an unconfirmed address, with a button to resend the confirmation email. */
export function AddressConfirmation({ address }: { address: string }): ReactNode {
  const { savedSettings } = useSettings();
  const resend = useResendConfirmation(address);
  const state = savedSettings.unconfirmedAddresses[address];
  if (state === undefined) return null;
  if (state === 'declined') return <Badge tone="warning">Doesn't want emails</Badge>;
  return (
    <>
      <Badge tone="warning">Waiting for confirmation</Badge>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Send again: confirmation email to ${address}`}
        pending={resend.isPending}
        onClick={() => resend.mutate()}
      >
        Send again
      </Button>
    </>
  );
}

function useResendConfirmation(address: string): UseMutationResult<void, Error, void> {
  const client = useQueryClient();
  const { savedSettings, editedUserId } = useSettings();
  const { queryKey } =
    editedUserId === undefined ? mySettingsQuery(savedSettings.userId) : accountSettingsQuery(editedUserId);
  const body = { address };
  return useMutation({
    mutationFn: async () => {
      if (editedUserId !== undefined) {
        const params = { path: { userId: editedUserId } };
        await api.POST('/api/account/settings/admin/{userId}/email-addresses/ask', { params, body });
        return;
      }
      assertSameAccount(client, savedSettings.userId);
      await api.POST('/api/my/settings/email-addresses/ask', { body });
    },
    onSuccess: () => toast({ title: 'Confirmation email sent', description: `To ${address}.` }),
    onError: (error) => toastServerMessage(error, "Couldn't send the confirmation email. Please try again."),
    onSettled: () => client.invalidateQueries({ queryKey }), // the address may have been confirmed since
  });
}
