import { Pencil } from 'lucide-react';
import { useState, type ReactNode, type RefObject } from 'react';

import type { FullCall } from '../../../api/types';
import { Button } from '../../../ui/buttons/button';
import { lazyArea } from '../../../ui/lazy-part';
import { CALL_DETAILS_COPY } from './call-details-copy';
import { useCorrectTranscript } from './use-corrections';

const CorrectWordDialog = lazyArea(async () => (await import('./correct-word-dialog')).CorrectWordDialog);

const { correction } = CALL_DETAILS_COPY;
const MAX_SELECTION_LENGTH = 100;

// Opens a dialog that starts with the words selected in the transcript.
export function CorrectWord({
  call,
  transcript,
}: {
  call: FullCall;
  transcript: RefObject<HTMLElement | null>;
}): ReactNode {
  const [selectedText, setSelectedText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const correct = useCorrectTranscript(call);
  const close = (): void => {
    setIsOpen(false);
    setSelectedText('');
  };
  return (
    <>
      {/* Browsers may drop the selection before the click. */}
      <Button
        variant="outline"
        size="sm"
        onPointerDown={() => setSelectedText(readSelection(transcript.current))}
        onClick={() => setIsOpen(true)}
      >
        <Pencil aria-hidden />
        {correction.word}
      </Button>
      {isOpen && (
        <CorrectWordDialog
          selectedText={selectedText}
          callId={call.id}
          save={(from, to) => correct.mutateAsync({ from, to })}
          onClose={close}
        />
      )}
    </>
  );
}

function readSelection(container: HTMLElement | null): string {
  const selection = window.getSelection();
  const text = selection?.toString().trim() ?? '';
  const isInside =
    container?.contains(selection?.anchorNode ?? null) && container.contains(selection?.focusNode ?? null);
  return isInside && text.length <= MAX_SELECTION_LENGTH && !/[\r\n]/.test(text) ? text : '';
}
