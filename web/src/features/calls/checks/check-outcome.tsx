import { CircleCheck, CircleX, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';

import { CHECK_ANSWER_NAMES } from '@ringwell/domain/calls/accuracy';
import { SENTIMENT_LABELS } from '@ringwell/domain/calls/sentiment';

import type { CheckResult } from '../../../api/types';
import { callPath } from '../../../lib/paths';
import { Button, ButtonLink } from '../../../ui/buttons/button';
import { useUndoCorrection } from '../details/use-label-correction';
import { CHECKS_COPY } from './checks-copy';

interface CheckOutcomeProps {
  callId: string;
  result: CheckResult;
  nextLabel: string;
  onNext: () => void;
}

/** Shows the call's label after the answer. If the answer corrected it, the user can undo that. */
export function CheckOutcome({ callId, result, nextLabel, onNext }: CheckOutcomeProps): ReactNode {
  const { correctedAt } = result;
  const undo = useUndoCorrection();
  const section = useRef<HTMLElement>(null);
  const Icon: LucideIcon = result.isRight === false ? CircleX : CircleCheck;
  useEffect(() => section.current?.focus(), []); // the form has disappeared
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Result"
      className="grid gap-3 rounded-control border bg-sunken p-4 outline-none"
    >
      <div className="flex gap-2.5">
        <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0" />
        <div role="status">
          <p className="font-semibold">{outcomeText(result)}</p>
          {correctedAt !== null && (
            <p className="mt-0.5">
              {undo.isSuccess ? CHECKS_COPY.undone : CHECKS_COPY.corrected(CHECK_ANSWER_NAMES[result.answer])}
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onNext}>{nextLabel}</Button>
        {correctedAt !== null && !undo.isSuccess && (
          <Button
            variant="outline"
            pending={undo.isPending}
            pendingLabel="Undoing…"
            onClick={() => undo.mutate({ id: callId, correctedAt }, { onSuccess: () => section.current?.focus() })}
          >
            Undo correction
          </Button>
        )}
        <ButtonLink to={callPath(callId)} variant="ghost">
          Open the call
        </ButtonLink>
      </div>
    </section>
  );
}

function outcomeText({ isRight, original }: CheckResult): string {
  const label = SENTIMENT_LABELS[original.sentiment];
  if (isRight === null) return `The label was ${original.label}. This call counts as "Can't tell".`;
  if (original.needsReview) return isRight ? CHECKS_COPY.guessMatched(label) : CHECKS_COPY.guessDiffered(label);
  return isRight ? `You agree: the label was ${label}.` : `The label was ${label}.`;
}
