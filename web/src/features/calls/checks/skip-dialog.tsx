import { useState, type ReactNode } from 'react';

import { CHECK_SKIP_REASONS, type CheckSkipReason } from '@ringwell/domain/calls/accuracy';

import { formMessage } from '../../../lib/messages/server-message';
import { Field } from '../../../ui/forms/field';
import { Options, Select } from '../../../ui/forms/input';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { isCheckUnavailable, useSkipCheck } from './api';

const SKIP_REASONS = Object.entries(CHECK_SKIP_REASONS) as [CheckSkipReason, string][];

interface SkipDialogProps {
  callId: string;
  onClose: () => void;
  onSkipped: () => void;
}

/** Asks why a call can't be checked. */
export function SkipDialog({ callId, onClose, onSkipped }: SkipDialogProps): ReactNode {
  const [reason, setReason] = useState<CheckSkipReason>('bad_audio');
  const skip = useSkipCheck(callId);
  return (
    <FormDialog
      title="Skip this call?"
      description="It won't come up again. Skipped calls are counted, so the numbers stay honest."
      isSaving={skip.isPending}
      error={formMessage(skip.error, "Couldn't skip the call. Please try again.")}
      submitLabel="Skip"
      savingLabel="Skipping…"
      onSubmit={() =>
        skip.mutate(reason, {
          onSettled: (_data, failure) => {
            if (failure === null || isCheckUnavailable(failure)) onSkipped();
          },
        })
      }
      onClose={onClose}
    >
      <Field label="Reason">
        <Select
          value={reason}
          onChange={({ target }) => setReason(SKIP_REASONS.find(([name]) => name === target.value)?.[0] ?? 'other')}
        >
          <Options of={SKIP_REASONS.map(([name, text]) => [name, text])} />
        </Select>
      </Field>
    </FormDialog>
  );
}
