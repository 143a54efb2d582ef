import { LoaderCircle } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { CallResult, FullCall } from '../../../api/types';
import { WORDS_COPY as copy } from './words-copy';

/** Shows that a call's summary is being written, and then the outcome, until the text changes again. */
export function WritingNotice({ call, result }: { call: FullCall; result: CallResult }): ReactNode {
  const isWriting = call.words?.isWriting ?? false;
  const [snapshot, setSnapshot] = useState<{ isWriting: boolean; result: CallResult; outcome?: string }>({
    isWriting,
    result,
  });
  const isUnchanged = isSameText(snapshot.result, result);
  if (snapshot.isWriting !== isWriting || !isUnchanged) {
    const hasFinished = snapshot.isWriting && !isWriting;
    setSnapshot({ isWriting, result, ...(hasFinished && { outcome: isUnchanged ? copy.unchanged : copy.written }) });
  }
  return (
    <p role="status" className="flex items-center gap-2 text-fg-muted empty:hidden print:hidden">
      {isWriting && <LoaderCircle aria-hidden className="size-4 animate-spin motion-reduce:animate-none" />}
      {isWriting ? copy.writing : snapshot.outcome}
    </p>
  );
}

function isSameText(previous: CallResult, current: CallResult): boolean {
  const serializeWords = ({ summary, keyPoints, followUp }: CallResult): string =>
    JSON.stringify([summary, keyPoints, followUp.what]);
  return serializeWords(previous) === serializeWords(current);
}
