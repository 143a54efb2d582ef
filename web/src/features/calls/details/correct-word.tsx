import { Pencil } from 'lucide-react';
import { useState, type ReactNode, type RefObject } from 'react';

import type { FullCall } from '../../../api/types';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { LazyPart, lazyPart } from '../../../ui/lazy-part';
import { CALL_DETAILS_COPY } from './call-details-copy';
import { useCorrectCustomerName, useCorrectTranscript } from './use-corrections';

const CorrectionDialog = lazyPart(async () => (await import('./correction-dialog')).CorrectionDialog);

const { correction } = CALL_DETAILS_COPY;
const MAX_SELECTION = 100;

export function CorrectCustomerName({ call: { id, customerName } }: { call: FullCall }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const correct = useCorrectCustomerName(id);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <IconButton
        label={customerName === null ? correction.addName : correction.changeName}
        onClick={() => setIsOpen(true)}
        className="-my-2 -ml-2 [&_svg]:size-4"
      >
        <Pencil aria-hidden />
      </IconButton>
      {isOpen && (
        <LazyPart onClose={close}>
          <CorrectionDialog
            title={customerName === null ? correction.addName : correction.changeName}
            description={correction.nameText}
            to={{ label: 'Customer name', value: customerName ?? '', isOptional: true }}
            save={(_from, name) => correct.mutateAsync(name || null)}
            onClose={close}
          />
        </LazyPart>
      )}
    </>
  );
}

// Starts with the words that are selected in the transcript.
export function CorrectWord({
  call,
  transcript,
}: {
  call: FullCall;
  transcript: RefObject<HTMLElement | null>;
}): ReactNode {
  const [selected, setSelected] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const correct = useCorrectTranscript(call);
  const close = (): void => {
    setIsOpen(false);
    setSelected('');
  };
  return (
    <>
      {/* Browsers may drop the selection before the click. */}
      <Button
        variant="outline"
        size="sm"
        onPointerDown={() => setSelected(selectionIn(transcript.current))}
        onClick={() => setIsOpen(true)}
      >
        <Pencil aria-hidden />
        {correction.word}
      </Button>
      {isOpen && (
        <LazyPart onClose={close}>
          <CorrectionDialog
            title={correction.word}
            description={correction.wordText}
            from={{ label: 'As it is in the transcript', value: selected }}
            to={{ label: 'Correct spelling', value: '' }}
            save={(from, to) => correct.mutateAsync({ from, to })}
            onClose={close}
          />
        </LazyPart>
      )}
    </>
  );
}

function selectionIn(container: HTMLElement | null): string {
  const selection = window.getSelection();
  const text = selection?.toString().trim() ?? '';
  const isInside =
    container?.contains(selection?.anchorNode ?? null) && container.contains(selection?.focusNode ?? null);
  return isInside && text.length <= MAX_SELECTION && !/[\r\n]/.test(text) ? text : '';
}
