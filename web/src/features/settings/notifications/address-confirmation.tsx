import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { api } from '../../../api/client';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { toast } from '../../../lib/messages/toast-store';
import { Button } from '../../../ui/buttons/button';
import { Badge } from '../../../ui/data/badge';
import { assertSameAccount, editedPath, settingsQuery } from '../api';
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

function useResendConfirmation(address: string): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  const { savedSettings, editedUserId } = useSettings();
  const { queryKey } = settingsQuery(savedSettings.userId, editedUserId);
  return useMutation({
    mutationFn: () => {
      assertSameAccount(client, savedSettings.userId, editedUserId);
      return api.POST(editedPath('/api/my/settings/email-addresses/ask', editedUserId), { body: { address } });
    },
    onSuccess: () => toast({ title: 'Confirmation email sent', description: `To ${address}.` }),
    onError: (error) => toastServerMessage(error, "Couldn't send the confirmation email. Please try again."),
    onSettled: () => client.invalidateQueries({ queryKey }), // the address may have been confirmed since
  });
}
