import { useState, type FormEvent, type ReactNode } from 'react';

import { CHECK_SKIP_REASONS, type CheckSkipReason } from '@ringwell/domain/calls/accuracy';

import { formMessage } from '../../../lib/messages/server-message';
import { Button } from '../../../ui/buttons/button';
import { Field } from '../../../ui/forms/field';
import { Select } from '../../../ui/forms/input';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { useSkipCheck } from './api';
import { CHECKS_COPY } from './checks-copy';

const REASONS = Object.entries(CHECK_SKIP_REASONS) as [CheckSkipReason, string][];

interface SkipDialogProps {
  callId: string;
  onClose: () => void;
  onSkipped: () => void;
}

/** Asks why a call can't be checked. */
export function SkipDialog({ callId, onClose, onSkipped }: SkipDialogProps): ReactNode {
  const [reason, setReason] = useState<CheckSkipReason>('bad_audio');
  const skip = useSkipCheck(callId);
  const error = formMessage(skip.error, CHECKS_COPY.skipFailed);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    skip.mutate(reason, { onSuccess: onSkipped });
  };
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!skip.isPending) onClose();
      }}
      title={CHECKS_COPY.skipTitle}
      description={CHECKS_COPY.skipText}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label={CHECKS_COPY.skipReason}>
          {(wiring) => (
            <Select
              {...wiring}
              value={reason}
              onChange={({ target }) => setReason(REASONS.find(([each]) => each === target.value)?.[0] ?? 'other')}
            >
              {REASONS.map(([each, text]) => (
                <option key={each} value={each}>
                  {text}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {error !== null && (
          <p role="alert" className="font-medium text-negative">
            {error}
          </p>
        )}
        <DialogActions>
          <Button variant="outline" disabled={skip.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={skip.isPending} pendingLabel="Skipping…">
            Skip
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
