import { ClipboardCheck, Play } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

import type { Evidence } from '@ringwell/domain/analysis';
import { formatCallNote } from '@ringwell/domain/call-note';
import { SENTIMENT_LABELS } from '@ringwell/domain/sentiment';

import type { CallResult, FullCall } from '../../../api/types';
import { formatDuration } from '../../../lib/format';
import { CopyButton } from '../../../ui/buttons/copy-button';
import { otherParty } from '../call-party';
import type { Playback } from './playback';
import { evidenceOutsideSummary, splitByEvidence, splitMadeOut } from './summary-evidence';

interface SummarySectionProps {
  call: FullCall;
  result: CallResult;
  playback: Playback;
}

const HIGH_CONFIDENCE = 0.8;

export function SummarySection({ call, result, playback }: SummarySectionProps): ReactNode {
  const text = useRef<HTMLDivElement>(null);
  const { evidence, keyPoints, followUp } = result;
  const { statement, madeOut } = splitMadeOut(result.summary);
  const playMoment = ({ startMs }: Moment): void => playback.playFrom(startMs);
  const note = formatCallNote(result, { name: otherParty(call).title, phone: otherParty(call).phone });
  return (
    <section aria-label="Summary" className="grid gap-5">
      <div>
        <header className="mb-1 flex min-h-8 items-center justify-between gap-4">
          <h3 className="text-prose">Summary</h3>
          <CopyButton text={note} thing="Summary" shownIn={text} />
        </header>
        <div ref={text} className="-mx-2 text-body">
          {splitByEvidence(statement, evidence).map((part) =>
            part.evidence ? (
              <MomentButton key={part.text} moment={part.evidence} onPlay={playMoment}>
                {part.text}
              </MomentButton>
            ) : (
              <p key={part.text} className="px-2 py-1">
                {part.text}
              </p>
            ),
          )}
        </div>
      </div>
      {madeOut.length > 0 && (
        <div>
          <h3 className="text-prose">What we could make out</h3>
          <p className="mt-1 text-meta text-fg-subtle">These words may be wrong, too.</p>
          <MomentList moments={madeOut} onPlay={playMoment} />
        </div>
      )}
      {followUp.needed && (
        <p className="flex gap-2.5 rounded-control bg-warning-soft px-3 py-2.5 text-on-warning-soft">
          <ClipboardCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            <strong className="font-semibold">Follow-up: </strong>
            {followUp.what ?? 'Call this customer back.'}
          </span>
        </p>
      )}
      {keyPoints.length > 0 && (
        <div>
          <h3 className="text-prose">Key Points</h3>
          <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-body marker:text-fg-subtle">
            {keyPoints.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      )}
      {result.reviewReason !== 'words_unreliable' && <LabelReasons result={result} onPlay={playMoment} />}
    </section>
  );
}

function LabelReasons({ result, onPlay }: { result: CallResult; onPlay: (moment: Moment) => void }): ReactNode {
  const { sentiment, needsReview, confidence, summary, evidence } = result;
  const label = SENTIMENT_LABELS[sentiment].toLowerCase();
  return (
    <div>
      <h3 className="text-prose">{needsReview ? `Why it's probably ${label}` : `Why it's ${label}`}</h3>
      <p className="mt-1 text-meta text-fg-subtle">
        {confidence >= HIGH_CONFIDENCE && !needsReview ? 'High confidence' : 'Not sure - please check'}
      </p>
      <MomentList moments={evidenceOutsideSummary(summary, evidence)} onPlay={onPlay} />
    </div>
  );
}

type Moment = Pick<Evidence, 'quote' | 'startMs'>;

function MomentList({ moments, onPlay }: { moments: readonly Moment[]; onPlay: (moment: Moment) => void }): ReactNode {
  if (moments.length === 0) return null;
  return (
    <ul className="-mx-2 mt-1.5">
      {moments.map((moment, index) => (
        <li key={index}>
          <MomentButton moment={moment} onPlay={onPlay}>
            “{moment.quote}”
          </MomentButton>
        </li>
      ))}
    </ul>
  );
}

function MomentButton({
  moment,
  onPlay,
  children,
}: {
  moment: Moment;
  onPlay: (moment: Moment) => void;
  children: ReactNode;
}): ReactNode {
  return (
    <button
      type="button"
      title={moment.quote}
      onClick={() => onPlay(moment)}
      className="group block w-full rounded-control px-2 py-1 text-left text-body transition-colors hover:bg-primary-soft hover:text-on-primary-soft"
    >
      {children}{' '}
      <span className="inline-flex items-center gap-1 text-meta font-semibold whitespace-nowrap text-primary group-hover:text-on-primary-soft">
        <Play aria-hidden className="size-2.5 fill-current" />
        <span className="sr-only">Go to </span>
        {formatDuration(moment.startMs / 1_000)}
      </span>
    </button>
  );
}
