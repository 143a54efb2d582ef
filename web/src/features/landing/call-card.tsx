import { Check, Pause, Phone, Play } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';

import { formatDuration } from '../../lib/format/format';
import { LabelPill } from '../../ui/data/label-pill';
import { SentimentTrack } from '../calls/components/sentiment-track';
import { TranscriptLines } from '../calls/components/transcript-lines';
import { Waveform } from '../calls/components/waveform';
import { RECORDED_CALL, RECORDED_MOOD_SPANS, RECORDED_LINES, RECORDED_PEAKS } from './recorded-call';

const DELIVERIES = ['Job note written', 'Email alert sent', 'Slack recap posted'];

const MAX_LINES_SHOWN = 3;
/** The position shown until the call is played. */
const INITIAL_POSITION_MS = 21_000;

/** A playable sample call. The transcript follows the audio. */
export function CallCard(): ReactNode {
  const { recording, caller, phone, job, durationMs } = RECORDED_CALL;
  const [positionMs, setPositionMs] = useState(INITIAL_POSITION_MS);
  const [isPlaying, setIsPlaying] = useState(false);
  const audio = useRef<HTMLAudioElement>(null);
  const currentIndex = RECORDED_LINES.findLastIndex(({ startMs }) => startMs <= positionMs);
  const firstVisibleIndex = Math.min(Math.max(currentIndex - 1, 0), RECORDED_LINES.length - MAX_LINES_SHOWN);
  const toggle = (): void => {
    // `play` rejects without a connection, or when the audio is paused right away. The audio then stays paused.
    if (audio.current?.paused) void audio.current.play().catch(() => setIsPlaying(false));
    else audio.current?.pause();
  };
  return (
    <article aria-label="Sample call" className="rounded-card border bg-surface shadow-raised">
      <header className="flex items-start gap-3 p-5 pb-4">
        <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-fg-muted">
          <Phone className="size-4.5" />
        </span>
        <div className="min-w-0 grow">
          <p className="text-body font-semibold">{caller}</p>
          <p className="text-fg-muted">
            <span className="whitespace-nowrap">{phone}</span>
            <span aria-hidden className="px-1.5 text-fg-subtle max-sm:hidden">
              ·
            </span>
            <span className="max-sm:block">{job}</span>
          </p>
        </div>
        <LabelPill label="negative" />
      </header>
      <div className="border-y bg-sunken px-5 py-4">
        <div className="flex items-center gap-4">
          <audio
            ref={audio}
            src={recording}
            preload="none"
            onPlay={() => setIsPlaying(true)}
            onPause={() => setIsPlaying(false)}
            onTimeUpdate={({ currentTarget }) => setPositionMs(currentTarget.currentTime * 1_000)}
          />
          <button
            type="button"
            aria-label={isPlaying ? 'Pause the sample call' : 'Play the sample call'}
            onClick={toggle}
            className="grid size-11 shrink-0 place-items-center rounded-full bg-primary text-on-primary transition-colors hover:bg-primary-hover"
          >
            {isPlaying ? (
              <Pause aria-hidden className="size-4 fill-current" />
            ) : (
              <Play aria-hidden className="size-4 translate-x-px fill-current" />
            )}
          </button>
          <div className="min-w-0 grow">
            <Waveform peaks={RECORDED_PEAKS} progress={positionMs / durationMs} className="h-12" />
            <div className="mt-1">
              <SentimentTrack moodSpans={RECORDED_MOOD_SPANS} durationMs={durationMs} />
            </div>
          </div>
          <p className="self-start pt-4 text-meta whitespace-nowrap text-fg-muted max-sm:hidden">
            {formatDuration(positionMs / 1_000)} / {formatDuration(durationMs / 1_000)}
          </p>
        </div>
      </div>
      <div className="min-h-62 p-2">
        <TranscriptLines
          segments={RECORDED_LINES.slice(firstVisibleIndex, firstVisibleIndex + MAX_LINES_SHOWN)}
          currentIndex={currentIndex - firstVisibleIndex}
        />
      </div>
      <ul className="flex flex-wrap gap-2 border-t p-5 pt-4">
        {DELIVERIES.map((delivery) => (
          <li key={delivery}>
            <DeliveryChip>{delivery}</DeliveryChip>
          </li>
        ))}
      </ul>
    </article>
  );
}

function DeliveryChip({ children }: { children: ReactNode }): ReactNode {
  return (
    <span className="inline-flex h-7 items-center gap-1.5 rounded-full border bg-surface pr-3 pl-2 text-meta font-medium text-fg-muted">
      <Check aria-hidden className="size-3.5 text-primary" strokeWidth={2.5} />
      {children}
    </span>
  );
}
