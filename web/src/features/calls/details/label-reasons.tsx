import type { ReactNode } from 'react';

import { SENTIMENT_LABELS } from '@ringwell/domain/sentiment';

import type { CallResult } from '../../../api/types';
import { MomentButton, type Moment } from './moments';
import { decidingEvidence } from './summary-evidence';

const HIGH_CONFIDENCE = 0.8;

interface LabelReasonsProps {
  result: CallResult;
  onPlay: (moment: Moment) => void;
}

/** Directly below the label: how sure it is, and the quote that decided it. Nothing where no word could be judged. */
export function LabelReasons({ result, onPlay }: LabelReasonsProps): ReactNode {
  const { sentiment, needsReview, confidence, reviewReason } = result;
  if (reviewReason === 'words_unreliable') return null;
  const label = SENTIMENT_LABELS[sentiment].toLowerCase();
  const deciding = decidingEvidence(result);
  return (
    <section aria-labelledby="label-reasons" className="border-b px-4 py-2.5 md:px-6">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 id="label-reasons" className="text-ui font-semibold">
          {needsReview ? `Why it's probably ${label}` : `Why it's ${label}`}
        </h3>
        <span className="text-meta text-fg-subtle">
          {confidence >= HIGH_CONFIDENCE && !needsReview ? 'High confidence' : 'Not sure - please check'}
        </span>
      </div>
      {deciding && (
        <div className="-mx-2">
          <MomentButton moment={deciding} onPlay={onPlay}>
            “{deciding.quote}”
          </MomentButton>
        </div>
      )}
    </section>
  );
}
