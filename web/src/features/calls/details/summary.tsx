import { ClipboardCheck, Play } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

import type { Evidence } from '@ringwell/domain/analysis';
import { formatCallNote } from '@ringwell/domain/call-note';

import type { CallResult, FullCall } from '../../../api/types';
import { formatDuration } from '../../../lib/format';
import { CopyButton } from '../../../ui/buttons/copy-button';
import { otherParty } from '../call-party';
import type { Playback } from './playback';
import { evidenceOutsideSummary, splitByEvidence } from './summary-evidence';

interface SummarySectionProps {
  call: FullCall;
  result: CallResult;
  playback: Playback;
}

const HIGH_CONFIDENCE = 0.8;

export function SummarySection({ call, result, playback }: SummarySectionProps): ReactNode {
  const text = useRef<HTMLDivElement>(null);
  const { summary, evidence, keyPoints, followUp, label, confidence } = result;
  const otherEvidence = evidenceOutsideSummary(summary, evidence);
  const playEvidence = ({ startMs }: Evidence): void => playback.playFrom(startMs);
  const note = formatCallNote(result, { name: otherParty(call).title, phone: otherParty(call).phone });
  return (
    <section aria-label="Summary" className="grid gap-5">
      <div>
        <header className="mb-1 flex min-h-8 items-center justify-between gap-4">
          <h3 className="text-prose">Summary</h3>
          <CopyButton text={note} thing="Summary" shownIn={text} />
        </header>
        <div ref={text} className="-mx-2 text-body">
          {splitByEvidence(summary, evidence).map((part) =>
            part.evidence ? (
              <EvidenceButton key={part.text} evidence={part.evidence} onPlay={playEvidence}>
                {part.text}
              </EvidenceButton>
            ) : (
              <p key={part.text} className="px-2 py-1">
                {part.text}
              </p>
            ),
          )}
        </div>
      </div>
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
      <div>
        <h3 className="text-prose">Why it's {label.toLowerCase()}</h3>
        <p className="mt-1 text-meta text-fg-subtle">
          {confidence >= HIGH_CONFIDENCE ? 'High confidence' : 'Not sure - please check'}
        </p>
        {otherEvidence.length > 0 && (
          <ul className="-mx-2 mt-1.5">
            {otherEvidence.map((item) => (
              <li key={`${item.claim} ${item.startMs}`}>
                <EvidenceButton evidence={item} onPlay={playEvidence}>
                  “{item.quote}”
                </EvidenceButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function EvidenceButton({
  evidence,
  onPlay,
  children,
}: {
  evidence: Evidence;
  onPlay: (evidence: Evidence) => void;
  children: ReactNode;
}): ReactNode {
  return (
    <button
      type="button"
      title={evidence.quote}
      onClick={() => onPlay(evidence)}
      className="group block w-full rounded-control px-2 py-1 text-left text-body transition-colors hover:bg-primary-soft hover:text-on-primary-soft"
    >
      {children}{' '}
      <span className="inline-flex items-center gap-1 text-meta font-semibold whitespace-nowrap text-primary group-hover:text-on-primary-soft">
        <Play aria-hidden className="size-2.5 fill-current" />
        <span className="sr-only">Go to </span>
        {formatDuration(evidence.startMs / 1_000)}
      </span>
    </button>
  );
}
