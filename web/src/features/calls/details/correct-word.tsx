import { Pencil } from 'lucide-react';
import { useState, type ReactNode, type RefObject } from 'react';

import type { FullCall } from '../../../api/types';
import { lazyArea } from '../../../ui/lazy-part';
import { DialogButton } from '../../../ui/overlays/dialog-button';
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
  const correct = useCorrectTranscript(call);
  return (
    <DialogButton
      onPointerDown={() => setSelectedText(readSelection(transcript.current))} // browsers may drop it before the click
      dialog={(close) => (
        <CorrectWordDialog
          selectedText={selectedText}
          callId={call.id}
          save={(from, to) => correct.mutateAsync({ from, to })}
          onClose={() => {
            close();
            setSelectedText('');
          }}
        />
      )}
    >
      <Pencil aria-hidden />
      {correction.word}
    </DialogButton>
  );
}

function readSelection(container: HTMLElement | null): string {
  const selection = window.getSelection();
  const text = selection?.toString().trim() ?? '';
  const isInside =
    container?.contains(selection?.anchorNode ?? null) && container.contains(selection?.focusNode ?? null);
  return isInside && text.length <= MAX_SELECTION_LENGTH && !/[\r\n]/.test(text) ? text : '';
}
