import { Play } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';

import type { CallResult, FullCall } from '../../../api/types';
import type { Playback } from '../../../lib/recordings/playback';
import { useStore } from '../../../lib/store';
import { Button } from '../../../ui/buttons/button';
import { ReviewNotice } from '../../../ui/feedback/review-notice';

interface ListenNoticeProps {
  call: FullCall;
  result: CallResult;
  playback: Playback;
  playButton: RefObject<HTMLButtonElement | null>;
}

/** Explains why a call needs a listen, with a button that plays its recording. */
export function ListenNotice({ call, result, playback, playButton }: ListenNoticeProps): ReactNode {
  const isPlayable = useStore(playback.problem) === null && call.links.audio !== null;
  const listen = (): void => {
    playback.play();
    playButton.current?.focus();
  };
  return (
    <ReviewNotice result={result} advice={isPlayable ? 'Listen to it below.' : undefined} className="md:px-6">
      {isPlayable && (
        <Button size="sm" onClick={listen}>
          <Play aria-hidden className="fill-current" />
          Listen
        </Button>
      )}
    </ReviewNotice>
  );
}
