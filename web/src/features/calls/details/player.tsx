import { Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import { useRef, type ReactNode, type Ref } from 'react';

import { isFinalCallState } from '@ringwell/domain/calls/call';
import { describeRecordingLoss } from '@ringwell/domain/calls/recording-loss';
import { isRecordingWithheld } from '@ringwell/domain/redaction/audio-redaction';

import type { FullCall } from '../../../api/types';
import { useIsMobile } from '../../../lib/browser/use-media-query';
import { formatDuration, spokenDuration } from '../../../lib/format/format';
import { SPEEDS, type Playback } from '../../../lib/recordings/playback';
import type { RecordingProblem } from '../../../lib/recordings/recording-problem';
import { useStore } from '../../../lib/store';
import { Button } from '../../../ui/buttons/button';
import { cx } from '../../../ui/cx';
import { Select } from '../../../ui/forms/input';
import { Range } from '../../../ui/forms/range';
import { Tooltip } from '../../../ui/overlays/tooltip';
import { TooltipButton } from '../../../ui/overlays/tooltip-button';
import { SentimentTrack } from '../components/sentiment-track';
import { Waveform } from '../components/waveform';
import { CALL_DETAILS_COPY } from './call-details-copy';
import { SKIP_SECONDS } from './use-call-keys';

// The API's peaks range from 0 to 100.
const MAX_PEAK = 100;

interface PlayerProps {
  call: Pick<
    FullCall,
    'state' | 'peaks' | 'links' | 'result' | 'recordingExpiredAt' | 'audioRedaction' | 'recordingLoss'
  >;
  playback: Playback;
  playButton: Ref<HTMLButtonElement>;
  /** Whether to fit the player on a single line, for the bottom of narrow windows. */
  isSmall?: boolean;
}

// Controls for a recording. The parent component renders the audio element.
export function Player({ call, playback, playButton, isSmall = false }: PlayerProps): ReactNode {
  const { peaks, links, result } = call;
  const durationMs = useStore(playback.durationMs);
  const problem = useStore(playback.problem);
  const section = useRef<HTMLElement>(null);
  const moodSpans = result?.course ?? [];
  const isPlayable = links.audio !== null && problem === null;
  const retry = (): void => {
    section.current?.focus(); // the focused button disappears
    playback.retry();
  };
  return (
    <section ref={section} tabIndex={-1} aria-label="Recording" className="outline-none">
      {links.audio === null && <p className="font-medium text-fg-muted">{missingRecordingText(call)}</p>}
      {links.audio !== null && problem !== null && <PlaybackProblem problem={problem} onRetry={retry} />}
      {call.recordingLoss !== null && (
        <p className="mb-1 font-medium text-fg-muted">{describeRecordingLoss(call.recordingLoss)}</p>
      )}
      {isPlayable && isSmall && (
        <div className="flex items-center gap-1">
          <PlayButton playback={playback} playButton={playButton} />
          <SkipButtons playback={playback} />
          <div className="min-w-0 grow px-1">
            <SeekBar peaks={peaks} playback={playback} isSmall />
            <PlaybackTime playback={playback} isSmall />
          </div>
          <SpeedControl playback={playback} />
        </div>
      )}
      {isPlayable && !isSmall && <SeekBar peaks={peaks} playback={playback} />}
      {!isSmall && moodSpans.length > 0 && durationMs > 0 && (
        <div className="mt-1">
          <SentimentTrack
            moodSpans={moodSpans}
            durationMs={durationMs}
            onSelect={({ startMs }) => playback.playFrom(startMs)}
          />
        </div>
      )}
      {isPlayable && !isSmall && (
        <div className="mt-2 flex flex-wrap items-center gap-1">
          <PlayButton playback={playback} playButton={playButton} />
          <SkipButtons playback={playback} />
          <PlaybackTime playback={playback} />
          <SpeedControl playback={playback} />
        </div>
      )}
    </section>
  );
}

function missingRecordingText({ state, recordingExpiredAt, audioRedaction }: PlayerProps['call']): string {
  if (recordingExpiredAt !== null) return CALL_DETAILS_COPY.recordingExpired;
  if (!isRecordingWithheld(audioRedaction)) return CALL_DETAILS_COPY.notKept;
  return isFinalCallState(state) ? CALL_DETAILS_COPY.recordingNotRedacted : CALL_DETAILS_COPY.recordingWithheld;
}

const PROBLEM_TEXTS: Record<RecordingProblem, string> = {
  gone: CALL_DETAILS_COPY.recordingGone,
  unplayable: CALL_DETAILS_COPY.notPlayable,
  unreachable: CALL_DETAILS_COPY.recordingNotLoaded,
};

function PlaybackProblem({ problem, onRetry }: { problem: RecordingProblem; onRetry: () => void }): ReactNode {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p className="font-medium text-fg-muted">{PROBLEM_TEXTS[problem]}</p>
      {problem !== 'gone' && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface SeekBarProps {
  peaks: number[] | null;
  playback: Playback;
  isSmall?: boolean;
}

function SeekBar({ peaks, playback, isSmall = false }: SeekBarProps): ReactNode {
  const durationSeconds = useStore(playback.durationMs) / 1_000;
  const seconds = useStore(playback.timeMs) / 1_000;
  const value = Math.min(seconds, durationSeconds);
  const valueText = `${spokenDuration(value)} of ${spokenDuration(durationSeconds)}`;
  const seek = (targetSeconds: number): void => playback.seek(targetSeconds * 1_000);
  if (peaks === null || peaks.length === 0)
    return (
      <Range
        aria-label="Seek"
        aria-valuetext={valueText}
        value={value}
        max={durationSeconds}
        step="any"
        onChange={seek}
      />
    );
  const progress = durationSeconds > 0 ? value / durationSeconds : 0;
  return (
    <div className="relative rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring">
      <Waveform peaks={peaks.map((peak) => peak / MAX_PEAK)} progress={progress} className={isSmall ? 'h-7' : 'h-14'} />
      <span
        aria-hidden
        className="absolute inset-y-0 w-0.5 -translate-x-px rounded-full bg-primary forced-colors:bg-[Highlight]"
        style={{ left: `${progress * 100}%` }}
      />
      <input
        type="range"
        aria-label="Seek"
        aria-valuetext={valueText}
        min={0}
        max={durationSeconds}
        step="any"
        value={value}
        onChange={(event) => seek(event.target.valueAsNumber)}
        onKeyDown={(event) => {
          const step = SLIDER_STEP_SECONDS[event.key];
          if (step === undefined) return;
          event.preventDefault(); // with step "any", browsers disagree on how far a key moves the slider
          playback.skip(step);
        }}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0 [&::-moz-range-thumb]:w-px [&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none"
      />
    </div>
  );
}

const SLIDER_STEP_SECONDS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -SKIP_SECONDS,
  PageUp: SKIP_SECONDS,
};

function PlayButton({ playback, playButton }: Pick<PlayerProps, 'playback' | 'playButton'>): ReactNode {
  const isPlaying = useStore(playback.isPlaying);
  return (
    <Tooltip text={isPlaying ? 'Pause (Space or K)' : 'Play (Space or K)'}>
      <button
        ref={playButton}
        type="button"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        aria-keyshortcuts="Space K"
        onClick={playback.toggle}
        className="mr-1 grid size-11 shrink-0 place-items-center rounded-full border border-transparent bg-primary text-on-primary transition-colors hover:bg-primary-hover"
      >
        {isPlaying ? (
          <Pause aria-hidden className="size-5 fill-current" />
        ) : (
          <Play aria-hidden className="size-5 translate-x-px fill-current" />
        )}
      </button>
    </Tooltip>
  );
}

function SkipButtons({ playback }: { playback: Playback }): ReactNode {
  return (
    <>
      <TooltipButton label="Back 10 seconds" keys="J" onClick={() => playback.skip(-SKIP_SECONDS)}>
        <RotateCcw />
      </TooltipButton>
      <TooltipButton label="Forward 10 seconds" keys="L" onClick={() => playback.skip(SKIP_SECONDS)}>
        <RotateCw />
      </TooltipButton>
    </>
  );
}

function PlaybackTime({ playback, isSmall = false }: { playback: Playback; isSmall?: boolean }): ReactNode {
  const seconds = useStore(playback.timeMs) / 1_000;
  const total = useStore(playback.durationMs) / 1_000;
  return (
    <p aria-hidden className={cx('whitespace-nowrap text-fg-muted', isSmall ? 'text-meta leading-4' : 'px-2')}>
      <span className="font-semibold text-fg">{formatDuration(seconds)}</span> / {formatDuration(total)}
    </p>
  );
}

function SpeedControl({ playback }: { playback: Playback }): ReactNode {
  const speed = useStore(playback.speed);
  const isMobile = useIsMobile();
  if (isMobile) {
    return (
      <Select
        aria-label="Speed"
        className="ml-auto"
        value={speed}
        onChange={(event) => playback.setSpeed(SPEEDS.find((option) => String(option) === event.target.value) ?? 1)}
      >
        {SPEEDS.map((option) => (
          <option key={option} value={option}>
            {option}×
          </option>
        ))}
      </Select>
    );
  }
  return (
    <div role="group" aria-label="Speed" className="ml-auto flex rounded-control border bg-bg p-0.5">
      {SPEEDS.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === speed}
          aria-label={`${option} times`}
          onClick={() => playback.setSpeed(option)}
          className="h-8 min-w-9 rounded-[0.4rem] border border-transparent px-1.5 text-meta font-semibold text-fg-muted transition-colors hover:text-fg forced-colors:aria-pressed:border-[Highlight] forced-colors:not-aria-pressed:border-[Canvas] aria-pressed:bg-primary-soft aria-pressed:text-on-primary-soft pointer-coarse:h-10 pointer-coarse:min-w-10"
        >
          {option}×
        </button>
      ))}
    </div>
  );
}
