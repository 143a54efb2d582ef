import { useState, type ReactNode } from 'react';

import type { FullCall } from '../../../api/types';
import { Checkbox } from '../../../ui/forms/checkbox';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { useReprocess } from './api';
import { CALL_DETAILS_COPY } from './call-details-copy';

/** Asks whether to reprocess a call, and whether to replace users' edits. */
export function ReprocessDialog({ call: { id, words }, onClose }: { call: FullCall; onClose: () => void }): ReactNode {
  const [shouldDiscardEdits, setShouldDiscardEdits] = useState(false);
  const reprocess = useReprocess(id);
  const isEdited = words !== null && (words.originalSummary !== null || words.originalInstruction !== null);
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Reprocess"
      question={CALL_DETAILS_COPY.reprocess.question}
      confirmLabel="Reprocess"
      pendingLabel="Reprocessing…"
      onConfirm={() => reprocess.mutateAsync({ shouldDiscardEdits: isEdited && shouldDiscardEdits })}
    >
      {isEdited && (
        <Checkbox
          className="mt-4"
          label={CALL_DETAILS_COPY.reprocess.discardEdits}
          checked={shouldDiscardEdits}
          onCheckedChange={setShouldDiscardEdits}
        />
      )}
    </ConfirmDialog>
  );
}
