import { Pause, Play } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';

import { formatDuration } from '../../../lib/format/format';
import { Playback } from '../../../lib/recordings/playback';
import type { RecordingProblem } from '../../../lib/recordings/recording-problem';
import { useStore } from '../../../lib/store';
import { IconButton } from '../../../ui/buttons/icon-button';

interface QuoteProps {
  callId: string;
  quote: { text: string; startMs: number };
  /** Name of the speaker. */
  customer: string;
}

const PROBLEMS: Record<RecordingProblem, string> = {
  gone: 'The recording is no longer available.',
  unplayable: "This browser can't play the recording.",
  unreachable: "Couldn't load the recording. Check your connection and try again.",
};

// Only one quote plays at a time.
let activePlayback: Playback | null = null;

/** The deciding quote, with a button that loads the recording and plays it from that point. */
export function Quote({ callId, quote: { text, startMs }, customer }: QuoteProps): ReactNode {
  const [playback] = useState(() => new Playback(null, startMs));
  const [isRequested, setIsRequested] = useState(false);
  const isPlaying = useStore(playback.isPlaying);
  const problem = useStore(playback.problem);
  const time = formatDuration(startMs / 1_000);
  const playAudio = useCallback(
    (audio: HTMLAudioElement) => {
      const detach = playback.attach(audio);
      playback.play();
      return detach;
    },
    [playback],
  );
  const togglePlayback = (): void => {
    if (activePlayback !== playback) activePlayback?.pause();
    activePlayback = playback;
    if (!isRequested) setIsRequested(true);
    else if (problem === null) playback.toggle();
    else playback.retry();
  };
  const Icon = isPlaying ? Pause : Play;
  return (
    <div className="flex items-start gap-1">
      <IconButton
        label={`${isPlaying ? 'Pause' : `Play from ${time}`}: ${customer}`}
        className="-ml-2.5 text-primary"
        onClick={togglePlayback}
      >
        <Icon aria-hidden className="fill-current" />
      </IconButton>
      <div className="min-w-0 py-2.5">
        <blockquote dir="auto" className="line-clamp-2 text-fg-muted">
          “{text}”
        </blockquote>
        {problem !== null && (
          <p role="alert" className="mt-1 font-medium text-negative">
            {PROBLEMS[problem]}
          </p>
        )}
      </div>
      {isRequested && <audio ref={playAudio} src={`/api/calls/${encodeURIComponent(callId)}/audio`} preload="auto" />}
    </div>
  );
}
