import { useState, type ComponentProps, type ReactNode } from 'react';

import { runAfterConfirmation } from '../../lib/session/identity-confirmation';
import { Button } from '../buttons/button';

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** Whether users must confirm their identity before the dialog opens. */
  isGuarded?: boolean;
  dialog: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ isGuarded = false, dialog, ...button }: DialogButtonProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const open = (): void => setIsOpen(true);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        {...button}
        onClick={isGuarded ? () => void runAfterConfirmation(open) : open}
      />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  );
}
