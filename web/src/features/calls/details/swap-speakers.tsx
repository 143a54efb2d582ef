import { ArrowLeftRight } from 'lucide-react';
import type { ReactNode } from 'react';

import { isFinalCallState } from '@ringwell/domain/calls/call';
import { hasKnownSpeakers } from '@ringwell/domain/calls/transcript';

import type { FullCall, Transcript } from '../../../api/types';
import { useHasRole, useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { useSwapSpeakers } from './api';

/**
 * Shown only to managers, for active accounts' calls whose transcript identifies the agent or customer. While the call
 * is being processed, the button is disabled instead of hidden, so it keeps focus after a swap.
 */
export function SwapSpeakers({ call, transcript }: { call: FullCall; transcript: Transcript }): ReactNode {
  const { status } = useUser();
  const isManager = useHasRole('manager');
  const swap = useSwapSpeakers();
  const { id, state, source } = call;
  const canSwap = hasKnownSpeakers(transcript) && source !== 'demo' && status === 'active';
  if (!canSwap || !isManager) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      pending={swap.isPending || !isFinalCallState(state)}
      onClick={() => swap.mutate(id)}
    >
      <ArrowLeftRight aria-hidden />
      Swap speakers
    </Button>
  );
}
