import { Ear, Info, Play } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';

import { rulesOutGuess } from '@ringwell/domain/calls/analysis';
import { callLabel } from '@ringwell/domain/calls/call-label';

import { TRANSCRIPT_UNRELIABLE } from '../../lib/format/call-review';
import { formatDuration, formatPercent, formatSeconds } from '../../lib/format/format';
import { callPath } from '../../lib/paths';
import { UPLOAD_COPY } from '../../lib/recordings/upload-copy';
import { ButtonLink } from '../../ui/buttons/button';
import { Badge } from '../../ui/data/badge';
import { LabelPill } from '../../ui/data/label-pill';
import { ReviewNotice } from '../../ui/feedback/review-notice';
import { lazyArea } from '../../ui/lazy-part';
import type { DemoResult } from './demo-result';

const DemoCallAlert = lazyArea(async () => (await import('../calls/components/demo-alert')).DemoCallAlert);

// Takes focus when it appears, so screen readers announce it and small screens scroll to it.
export function ResultView({ result }: { result: DemoResult }): ReactNode {
  const { sentiment, reviewReason, summary, keyPoints, transcript, engineNote, isSample, callId } = result;
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.focus(), []);
  return (
    <div
      ref={container}
      tabIndex={-1}
      role="group"
      aria-label={UPLOAD_COPY.results}
      className="grid scroll-mt-24 gap-5 outline-none"
    >
      {isSample && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control border p-3">
          <Badge tone="warning">{UPLOAD_COPY.sample}</Badge>
          <p className="text-fg-muted">This shows what a result looks like. It isn't from your recording.</p>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <LabelPill label={sentiment && callLabel({ sentiment, needsReview: reviewReason !== null })} />
        <Metrics result={result} />
      </div>
      {callId !== null && (
        <ButtonLink to={callPath(callId)} className="justify-self-start">
          <Play aria-hidden />
          Play it and see the evidence
        </ButtonLink>
      )}
      <ReviewNotice result={result} advice="Listen to the recording yourself." className="rounded-menu" />
      {summary !== null && (
        <ResultSection title="Summary">
          <p className="text-body whitespace-pre-line">{summary}</p>
          {keyPoints.length > 0 && (
            <ul className="mt-2 grid list-disc gap-1 pl-5 text-body marker:text-fg-subtle">
              {keyPoints.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
        </ResultSection>
      )}
      {callId !== null && <DemoCallAlert callId={callId} />}
      {transcript !== null && (
        <ResultSection title="Transcript">
          {reviewReason === 'words_unreliable' && (
            <p className="mb-2 flex items-start gap-2 text-fg-muted">
              <Ear aria-hidden className="mt-0.5 size-4 shrink-0" />
              {TRANSCRIPT_UNRELIABLE}
            </p>
          )}
          <div
            role="region"
            aria-label="Transcript"
            tabIndex={0}
            className="max-h-80 overflow-y-auto rounded-control border bg-sunken p-4 text-body whitespace-pre-line"
          >
            {transcript}
          </div>
          {engineNote !== null && (
            <p className="mt-2 flex items-start gap-2 text-meta text-fg-muted">
              <Info aria-hidden className="size-4 shrink-0" />
              {engineNote}
            </p>
          )}
        </ResultSection>
      )}
    </div>
  );
}

function Metrics({ result }: { result: DemoResult }): ReactNode {
  const { durationSeconds, processingSeconds } = result;
  const confidence = rulesOutGuess(result.reviewReason) ? null : result.confidence;
  const metrics = [
    { label: 'Duration', value: durationSeconds === null ? null : formatDuration(durationSeconds) },
    { label: 'Confidence', value: confidence === null ? null : formatPercent(confidence) },
    { label: 'Processing time', value: processingSeconds === null ? null : formatSeconds(processingSeconds) },
  ].filter(({ value }) => value !== null);
  if (metrics.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {metrics.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-meta text-fg-subtle">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ResultSection({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section>
      <h3 className="mb-1.5 text-ui">{title}</h3>
      {children}
    </section>
  );
}
