import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';

import type { TextField } from '@ringwell/domain/calls/word-edits';

import { useHasRole } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { useIsSavingWords } from './api';

interface EditWordsProps {
  field: TextField;
  label: string;
  onEdit: (field: TextField) => void;
  /** Whether to add a text label, for places without text next to the pencil. */
  hasVisibleLabel?: boolean;
}

/** A button to edit a call's summary or instruction. Renders nothing for users who can't edit them. */
export function EditWords({ field, label, onEdit, hasVisibleLabel = false }: EditWordsProps): ReactNode {
  const canEdit = useHasRole('member');
  const isSaving = useIsSavingWords();
  if (!canEdit) return null;
  // Not disabled, because the button regains focus when the editor closes.
  const buttonProps = { 'aria-disabled': isSaving || undefined, onClick: () => !isSaving && onEdit(field) };
  if (hasVisibleLabel)
    return (
      <Button variant="outline" size="sm" className="print:hidden" {...buttonProps}>
        <Pencil aria-hidden />
        {label}
      </Button>
    );
  return (
    <IconButton
      label={label}
      tone={field === 'summary' ? 'plain' : 'inherit'}
      {...buttonProps}
      className="-my-2 print:hidden [&_svg]:size-4"
    >
      <Pencil aria-hidden />
    </IconButton>
  );
}
