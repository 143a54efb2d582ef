import { LoaderCircle } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { CallResult, FullCall } from '../../../api/types';
import { WORDS_COPY as copy } from './words-copy';

/** Shows that a call's summary is being written, and then the outcome. */
export function WritingNotice({ call, result }: { call: FullCall; result: CallResult }): ReactNode {
  const isWriting = call.words?.isWriting ?? false;
  const [oldResult, setOldResult] = useState<CallResult>();
  if (isWriting && oldResult === undefined) setOldResult(result);
  const text = isWriting ? copy.writing : oldResult && (isSameText(oldResult, result) ? copy.unchanged : copy.written);
  return (
    <p role="status" className="flex items-center gap-2 text-fg-muted empty:hidden print:hidden">
      {isWriting && <LoaderCircle aria-hidden className="size-4 animate-spin motion-reduce:animate-none" />}
      {text}
    </p>
  );
}

function isSameText(before: CallResult, after: CallResult): boolean {
  const serializeWords = ({ summary, keyPoints, followUp }: CallResult): string =>
    JSON.stringify([summary, keyPoints, followUp.what]);
  return serializeWords(before) === serializeWords(after);
}
