import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';

import type { TextField } from '@ringwell/domain/calls/word-edits';

import { useMay } from '../../../lib/session/session';
import { IconButton } from '../../../ui/buttons/icon-button';

interface EditWordsProps {
  field: TextField;
  label: string;
  onEdit: (field: TextField) => void;
}

/** The pencil next to words of a call. Renders nothing for users who may not edit them. */
export function EditWords({ field, label, onEdit }: EditWordsProps): ReactNode {
  const mayEdit = useMay('member');
  if (!mayEdit) return null;
  return (
    <IconButton
      label={label}
      tone={field === 'summary' ? 'plain' : 'inherit'}
      onClick={() => onEdit(field)}
      className="-my-2 print:hidden [&_svg]:size-4"
    >
      <Pencil aria-hidden />
    </IconButton>
  );
}
