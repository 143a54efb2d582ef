import { Check, Phone, Play } from 'lucide-react';
import type { ReactNode } from 'react';

import { formatDuration } from '../../lib/format/format';
import { LabelPill } from '../../ui/data/label-pill';
import { SentimentTrack } from '../calls/components/sentiment-track';
import { TranscriptLines } from '../calls/components/transcript-lines';
import { Waveform } from '../calls/components/waveform';
import { SAMPLE_CALL, SAMPLE_COURSE, SAMPLE_LINES, SAMPLE_PEAKS } from './sample-call';

const DELIVERIES = ['Job note written', 'Email alert sent', 'Slack recap posted'];

export function CallCard(): ReactNode {
  const { caller, phone, job, durationMs, playedMs } = SAMPLE_CALL;
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
          <span
            aria-hidden
            className="grid size-10 shrink-0 place-items-center rounded-full bg-primary text-on-primary"
          >
            <Play className="size-4 translate-x-px fill-current" />
          </span>
          <div className="min-w-0 grow">
            <Waveform peaks={SAMPLE_PEAKS} played={playedMs / durationMs} className="h-12" />
            <div className="mt-1">
              <SentimentTrack course={SAMPLE_COURSE} durationMs={durationMs} />
            </div>
          </div>
          <p className="self-start pt-4 text-meta whitespace-nowrap text-fg-muted max-sm:hidden">
            {formatDuration(playedMs / 1_000)} / {formatDuration(durationMs / 1_000)}
          </p>
        </div>
      </div>
      <div className="p-2">
        <TranscriptLines segments={SAMPLE_LINES} current={1} />
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
