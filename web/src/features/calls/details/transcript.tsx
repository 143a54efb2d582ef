import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, Ear, Info, VolumeX } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore, type ReactNode, type RefObject } from 'react';

import { isFinalCallState } from '@ringwell/domain/calls/call';
import { hasKnownSpeakers, SPEAKERS_GUESSED, type TranscriptSegment } from '@ringwell/domain/calls/transcript';

import type { FullCall, Transcript } from '../../../api/types';
import { TRANSCRIPT_UNRELIABLE } from '../../../lib/format/call-review';
import type { Playback } from '../../../lib/recordings/playback';
import { useHasRole, useUser } from '../../../lib/session/session';
import { useStore } from '../../../lib/store';
import { Button } from '../../../ui/buttons/button';
import { CopyButton } from '../../../ui/buttons/copy-button';
import { cx } from '../../../ui/cx';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
import { transcriptQuery, useSwapSpeakers } from './api';
import { CALL_DETAILS_COPY } from './call-details-copy';
import { CorrectWord } from './correct-word';
import { lineIndexAt } from './speaker-turns';
import { getLineButton, SpeakerTurns } from './timed-lines';
import { useAutoScroll } from './use-auto-scroll';

interface TranscriptSectionProps {
  call: FullCall;
  playback: Playback;
  /** Moves focus to the line at this position. */
  startMs?: number;
  /** Called once focus has moved. */
  onFocused: () => void;
}

export function TranscriptSection({ call, playback, startMs, onFocused }: TranscriptSectionProps): ReactNode {
  const { id, resultRunNumber, links, transcriptExpiredAt } = call;
  const user = useUser();
  const { data, isError, refetch } = useQuery({
    ...transcriptQuery(user.accountId, id, resultRunNumber),
    enabled: links.transcript !== null,
  });
  if (links.transcript === null)
    return (
      <p className="text-fg-muted">
        {transcriptExpiredAt === null ? 'No transcript for this call.' : CALL_DETAILS_COPY.transcriptExpired}
      </p>
    );
  if (data !== undefined)
    return <TranscriptText call={call} transcript={data} playback={playback} startMs={startMs} onFocused={onFocused} />;
  return <LoadPlaceholder subject="the transcript" className="h-72" retry={isError && refetch} />;
}

interface TranscriptTextProps extends TranscriptSectionProps {
  transcript: Transcript;
}

function TranscriptText({ call, transcript, playback, startMs, onFocused }: TranscriptTextProps): ReactNode {
  const { segments, text, engineNote, speakersGuessed } = transcript;
  const isUnreliable = call.transcriptQuality?.level === 'poor';
  const canCorrect = useHasRole('manager');
  const container = useRef<HTMLDivElement>(null);
  const isFollowing = useStore(playback.isFollowing);
  const currentIndex = useCurrentLine(segments, playback);
  useAutoScroll(container, currentIndex, isFollowing);
  useFocusLine(container, startMs === undefined ? -1 : Math.max(0, lineIndexAt(segments, startMs)), onFocused);
  return (
    <section aria-label="Transcript">
      <header className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-prose">Transcript</h3>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SwapSpeakers call={call} transcript={transcript} />
          {call.links.audio !== null && segments.length > 0 && (
            <label className="inline-flex items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={isFollowing}
                onChange={({ target }) => playback.isFollowing.set(target.checked)}
                className="size-4.5 accent-primary"
              />
              Follow
            </label>
          )}
          {canCorrect && call.source !== 'demo' && segments.length > 0 && (
            <CorrectWord call={call} transcript={container} />
          )}
          {text !== '' && (
            <CopyButton
              text={speakersGuessed ? `${SPEAKERS_GUESSED}\n\n${text}` : text}
              subject="Transcript"
              textRef={container}
            />
          )}
        </div>
      </header>
      {isUnreliable && (
        <p className="mb-3 flex gap-2.5 rounded-control bg-review-soft px-3 py-2.5 text-on-review-soft">
          <Ear aria-hidden className="mt-0.5 size-4 shrink-0" />
          {TRANSCRIPT_UNRELIABLE}
        </p>
      )}
      {engineNote !== null && <Note text={engineNote} />}
      {speakersGuessed && <Note text={SPEAKERS_GUESSED} />}
      {call.audioRedaction === 'done' && call.tones.length > 0 && (
        <p className="mb-3 flex gap-2.5 rounded-control bg-sunken px-3 py-2.5 text-fg-muted">
          <VolumeX aria-hidden className="mt-0.5 size-4 shrink-0" />
          {CALL_DETAILS_COPY.tones(call.tones.length)}
        </p>
      )}
      <div ref={container} className={cx('-mx-3', isUnreliable && 'text-fg-muted')}>
        {segments.length > 0 ? (
          <SpeakerTurns segments={segments} currentIndex={currentIndex} onSelect={playback.playFrom} />
        ) : (
          text.split('\n').map((line, index) => (
            <p key={index} className="mb-2 px-3 text-body">
              {line || 'No speech detected'}
            </p>
          ))
        )}
      </div>
    </section>
  );
}

function Note({ text }: { text: string }): ReactNode {
  return (
    <p className="mb-3 flex gap-2.5 rounded-control bg-warning-soft px-3 py-2.5 text-on-warning-soft">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
}

// Waits until navigation has focused the page heading.
function useFocusLine(container: RefObject<HTMLElement | null>, line: number, onFocused: () => void): void {
  const focus = useEffectEvent(() => {
    if (line < 0) return;
    onFocused();
    const button = getLineButton(container.current, line);
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: 'center' });
  });
  useEffect(() => {
    const frame = requestAnimationFrame(() => focus());
    return () => cancelAnimationFrame(frame);
  }, []);
}

// Re-renders only when the line changes. No line is current at time 0, before playback starts.
function useCurrentLine(segments: readonly TranscriptSegment[], { timeMs }: Playback): number {
  return useSyncExternalStore(timeMs.subscribe, () => (timeMs.get() === 0 ? -1 : lineIndexAt(segments, timeMs.get())));
}

/**
 * Shown only to managers, for active accounts' calls whose transcript identifies the agent or customer. While the call
 * is being processed, the button is disabled instead of hidden, so it keeps focus after a swap.
 */
function SwapSpeakers({ call, transcript }: { call: FullCall; transcript: Transcript }): ReactNode {
  const { status } = useUser();
  const isManager = useHasRole('manager');
  const swap = useSwapSpeakers();
  const { id, state, source } = call;
  const canSwap = hasKnownSpeakers(transcript) && source !== 'demo' && status === 'active';
  if (!canSwap || !isManager) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      pending={swap.isPending || !isFinalCallState(state)}
      onClick={() => swap.mutate(id)}
    >
      <ArrowLeftRight aria-hidden />
      Swap speakers
    </Button>
  );
}
