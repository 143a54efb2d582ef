import { RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { isFinalCallState } from '@ringwell/domain/call';

import type { FullCall } from '../../../api/types';
import { useMay, useUser } from '../../../lib/session';
import { Button } from '../../../ui/buttons/button';
import { Checkbox } from '../../../ui/forms/checkbox';
import { LazyPart, lazyPart } from '../../../ui/lazy-part';
import { useReprocess } from './api';
import { CALL_DETAILS_COPY } from './call-details-copy';

const ConfirmDialog = lazyPart(async () => (await import('../../../ui/overlays/confirm-dialog')).ConfirmDialog);

/** Only for managers of active accounts, and finished calls whose recording and transcript are still stored. */
export function useCanReprocess({ state, source, recordingExpiredAt, transcriptExpiredAt }: FullCall): boolean {
  const { status } = useUser();
  const mayReprocess = useMay('manager');
  const isComplete = recordingExpiredAt === null && transcriptExpiredAt === null;
  return isFinalCallState(state) && isComplete && source !== 'demo' && status === 'active' && mayReprocess;
}

export function Reprocess({ call }: { call: FullCall }): ReactNode {
  const { id, words } = call;
  const [isConfirming, setIsConfirming] = useState(false);
  const [discardsEdits, setDiscardsEdits] = useState(false);
  const reprocess = useReprocess(id);
  const canReprocess = useCanReprocess(call);
  if (!canReprocess) return null;
  const isEdited = words !== null && (words.originalSummary !== null || words.originalInstruction !== null);
  const ask = (): void => {
    setDiscardsEdits(false);
    setIsConfirming(true);
  };
  return (
    <>
      <Button variant="outline" size="sm" onClick={ask}>
        <RefreshCw aria-hidden />
        Reprocess
      </Button>
      {isConfirming && (
        <LazyPart onClose={() => setIsConfirming(false)}>
          <ConfirmDialog
            open
            onOpenChange={setIsConfirming}
            title="Reprocess"
            question={CALL_DETAILS_COPY.reprocess.question}
            confirmLabel="Reprocess"
            pendingLabel="Reprocessing…"
            onConfirm={() => reprocess.mutateAsync({ discardsEdits: isEdited && discardsEdits })}
          >
            {isEdited && (
              <Checkbox
                className="mt-4"
                label={CALL_DETAILS_COPY.reprocess.discardEdits}
                checked={discardsEdits}
                onCheckedChange={setDiscardsEdits}
              />
            )}
          </ConfirmDialog>
        </LazyPart>
      )}
    </>
  );
}
