import { Pause, PhoneIncoming, Play } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { Link } from 'react-router';

import { FOLLOW_UP_KIND_NAMES } from '@ringwell/domain/follow-ups/follow-up';

import type { FollowUp } from '../../../api/types';
import { useNow } from '../../../lib/browser/use-now';
import { formatDuration, formatRelative } from '../../../lib/format/format';
import { callPath } from '../../../lib/paths';
import { Playback } from '../../../lib/recordings/playback';
import type { RecordingProblem } from '../../../lib/recordings/recording-problem';
import { useStore } from '../../../lib/store';
import { IconButton } from '../../../ui/buttons/icon-button';
import { ErrorText } from '../../../ui/forms/form-error';
import { lazyArea } from '../../../ui/lazy-part';
import type { PerformAction } from '../actions';
import { callsText } from '../due';
import { followUpName } from '../follow-up-name';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';
import { Assignee } from './assignee';

// Loaded on demand, because few follow-ups have a promise.
const PromiseLine = lazyArea(async () => (await import('./promise')).PromiseLine);

interface FollowUpFactsProps {
  followUp: FollowUp;
  onAction: PerformAction | undefined;
  children?: ReactNode;
}

/** Shows why to call the customer, and who has taken the follow-up. */
export function FollowUpFacts({ followUp, onAction, children }: FollowUpFactsProps): ReactNode {
  const { kind, why, quote, callId, promise } = followUp;
  const now = useNow();
  const calls = callsText(followUp, now);
  return (
    <div className="grid gap-1">
      {why !== FOLLOW_UP_KIND_NAMES[kind] && (
        <p dir="auto" className="wrap-anywhere">
          {why}
        </p>
      )}
      {quote && (
        <Quote key={`${callId} ${quote.startMs}`} callId={callId} quote={quote} customer={followUpName(followUp)} />
      )}
      {promise !== null && <PromiseLine followUp={followUp} onAction={onAction} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Assignee followUp={followUp} />
          <CallLink followUp={followUp} now={now} />
          {calls !== null && (
            <span className="inline-flex items-center gap-1.5 text-meta font-semibold text-fg">
              <PhoneIncoming aria-hidden className="size-3.5" />
              {calls}
            </span>
          )}
        </p>
        {children}
      </div>
    </div>
  );
}

// A follow-up with several calls links to the deciding one, which isn't necessarily the first.
function CallLink({ followUp, now }: { followUp: FollowUp; now: Date }): ReactNode {
  const { callId, callCount, openedAt } = followUp;
  return (
    <Link
      to={callPath(callId)}
      className="text-meta text-fg-muted underline underline-offset-4 hover:text-fg pointer-coarse:py-2.5"
    >
      {callCount === 1 ? `Call ${formatRelative(openedAt, now).toLowerCase()}` : FOLLOW_UPS_COPY.openCall}
    </Link>
  );
}

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
function Quote({ callId, quote: { text, startMs }, customer }: QuoteProps): ReactNode {
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
        {problem !== null && <ErrorText message={PROBLEMS[problem]} className="mt-1" />}
      </div>
      {isRequested && <audio ref={playAudio} src={`/api/calls/${encodeURIComponent(callId)}/audio`} preload="auto" />}
    </div>
  );
}
