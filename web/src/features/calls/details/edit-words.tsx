import { Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { EditedField } from '@ringwell/domain/word-edits';

import type { CallResult, FullCall } from '../../../api/types';
import { useMay } from '../../../lib/session';
import { IconButton } from '../../../ui/buttons/icon-button';
import { LazyPart, lazyPart } from '../../../ui/lazy-part';

const WordsDialog = lazyPart(async () => (await import('./words-dialog')).WordsDialog);

interface EditWordsProps {
  call: FullCall;
  result: CallResult;
  field: EditedField;
  label: string;
}

/** The pencil beside words of a call. Nothing for those who may not edit them. */
export function EditWords({ call, result, field, label }: EditWordsProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const mayEdit = useMay('member');
  const close = (): void => setIsOpen(false);
  if (!mayEdit) return null;
  return (
    <>
      <IconButton
        label={label}
        tone={field === 'summary' ? 'plain' : 'inherit'}
        onClick={() => setIsOpen(true)}
        className="-my-2 print:hidden [&_svg]:size-4"
      >
        <Pencil aria-hidden />
      </IconButton>
      {isOpen && (
        <LazyPart onClose={close}>
          <WordsDialog call={call} result={result} field={field} onClose={close} />
        </LazyPart>
      )}
    </>
  );
}
