import type { ReactNode } from 'react';

import { Button } from '../buttons/button';
import { ErrorText } from '../forms/form-error';
import { Dialog, DialogActions } from './dialog';

interface FormDialogProps {
  title: string;
  description?: ReactNode;
  /** Width in pixels. */
  width?: number;
  fullScreenOnPhones?: boolean;
  /** While true, the dialog can't be closed or submitted again. */
  isSaving: boolean;
  /** Sentence about the whole form, announced when it appears. */
  error?: string | null;
  submitLabel?: string;
  savingLabel?: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form, a Cancel button and a submit button. */
export function FormDialog({
  title,
  description,
  width,
  fullScreenOnPhones,
  isSaving,
  error,
  submitLabel = 'Save',
  savingLabel = 'Saving…',
  onSubmit,
  onClose,
  children,
}: FormDialogProps): ReactNode {
  const close = (): void => {
    if (!isSaving) onClose();
  };
  return (
    <Dialog
      onClose={close}
      title={title}
      description={description}
      width={width}
      fullScreenOnPhones={fullScreenOnPhones}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSaving) onSubmit();
        }}
      >
        {children}
        <ErrorText message={error} />
        <DialogActions>
          <Button variant="outline" disabled={isSaving} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" pending={isSaving} pendingLabel={savingLabel}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
