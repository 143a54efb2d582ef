import type { ReactNode } from 'react';

import { Button } from '../../../ui/buttons/button';
import { Badge } from '../../../ui/data/badge';
import { useSettings } from '../settings-context';
import { useAskAddress } from './use-ask-address';

/** Why an address gets no emails yet, with a button to ask it again. */
export function AddressConfirmation({ address }: { address: string }): ReactNode {
  const { saved } = useSettings();
  const ask = useAskAddress(address);
  const state = saved.unconfirmedAddresses[address];
  if (state === undefined) return null;
  if (state === 'declined') return <Badge tone="warning">Doesn't want emails</Badge>;
  return (
    <>
      <Badge tone="warning">Waiting for confirmation</Badge>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Send again: confirmation email to ${address}`}
        pending={ask.isPending}
        onClick={() => ask.mutate()}
      >
        Send again
      </Button>
    </>
  );
}
