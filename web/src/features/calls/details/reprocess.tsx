import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';

import { isFinalCallState } from '@ringwell/domain/calls/call';

import type { FullCall } from '../../../api/types';
import { useHasRole, useUser } from '../../../lib/session/session';
import { lazyArea } from '../../../ui/lazy-part';
import { DialogButton } from '../../../ui/overlays/dialog-button';

const ReprocessDialog = lazyArea(async () => (await import('./reprocess-dialog')).ReprocessDialog);

/**
 * Whether to offer reprocessing: to managers of active accounts, for finished calls that still have a recording and
 * transcript, except demo calls.
 */
export function useCanReprocess({ state, source, recordingExpiredAt, transcriptExpiredAt }: FullCall): boolean {
  const { status } = useUser();
  const isManager = useHasRole('manager');
  const isComplete = recordingExpiredAt === null && transcriptExpiredAt === null;
  return isFinalCallState(state) && isComplete && source !== 'demo' && status === 'active' && isManager;
}

export function Reprocess({ call }: { call: FullCall }): ReactNode {
  if (!useCanReprocess(call)) return null;
  return (
    <DialogButton dialog={(close) => <ReprocessDialog call={call} onClose={close} />}>
      <RefreshCw aria-hidden />
      Reprocess
    </DialogButton>
  );
}
