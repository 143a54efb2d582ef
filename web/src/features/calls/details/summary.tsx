import { ClipboardCheck } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

import { formatCallNote } from '@ringwell/domain/call-note';

import type { CallResult, FullCall } from '../../../api/types';
import { formatDateTime, formatDuration } from '../../../lib/format';
import type { Playback } from '../../../lib/playback';
import { CopyButton } from '../../../ui/buttons/copy-button';
import { noteCaller } from '../call-party';
import { MomentButton, MomentList, type Moment } from './moments';
import { decidingEvidence, evidenceOutsideSummary, splitByEvidence, splitMadeOut } from './summary-evidence';

/** The call as plain text, as it is written into job notes. */
function noteOf(call: FullCall, result: CallResult): string {
  const time = formatDateTime(call.startedAt ?? call.receivedAt);
  const length = call.durationSeconds === null ? [] : [formatDuration(call.durationSeconds)];
  const corrected = { ...result, isCorrected: call.correction !== null };
  return formatCallNote(corrected, noteCaller(call), [time, ...length].join(', '), call.agentName);
}

interface SummarySectionProps {
  call: FullCall;
  result: CallResult;
  playback: Playback;
}

export function SummarySection({ call, result, playback }: SummarySectionProps): ReactNode {
  const text = useRef<HTMLDivElement>(null);
  const { evidence, keyPoints, followUp } = result;
  const { statement, madeOut } = splitMadeOut(result.summary);
  const playMoment = ({ startMs }: Moment): void => playback.playFrom(startMs);
  const deciding = decidingEvidence(result);
  const moreMoments =
    result.reviewReason === 'words_unreliable'
      ? []
      : evidenceOutsideSummary(result.summary, evidence).filter((each) => each !== deciding);
  const note = noteOf(call, result);
  return (
    <section aria-label="Summary" className="grid gap-5">
      <div>
        <header className="mb-1 flex min-h-8 items-center justify-between gap-4">
          <h3 className="text-prose">Summary</h3>
          <CopyButton text={note} thing="Note" label="Copy as note" shownIn={text} />
        </header>
        <div ref={text} className="-mx-2 text-body">
          {splitByEvidence(statement, evidence).map((part) =>
            part.evidence ? (
              <MomentButton key={part.text} moment={part.evidence} onPlay={playMoment}>
                {part.text}
              </MomentButton>
            ) : (
              <p key={part.text} className="px-2 py-1 whitespace-pre-line">
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
            {followUp.rule !== undefined && ` Your rule “${followUp.rule}” asks for it.`}
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
      {moreMoments.length > 0 && (
        <div>
          <h3 className="text-prose">More moments</h3>
          <MomentList moments={moreMoments} onPlay={playMoment} />
        </div>
      )}
    </section>
  );
}
