import type { ReactNode } from 'react';

import { evidenceForLabel } from '@ringwell/domain/evidence-for-label';
import { SENTIMENT_LABELS } from '@ringwell/domain/sentiment';

import type { CallResult } from '../../../api/types';
import { useProduct } from '../../../lib/product';
import { MomentButton, type Moment } from './moments';
import { decidingEvidence } from './summary-evidence';

const HIGH_CONFIDENCE = 0.8;

interface LabelReasonsProps {
  result: CallResult;
  onPlay: (moment: Moment) => void;
}

/** Directly below the label: how sure it is, or which rule of the account set it, and the quote that decided it. Nothing where no word could be judged. */
export function LabelReasons({ result, onPlay }: LabelReasonsProps): ReactNode {
  const { name } = useProduct();
  const { sentiment, needsReview, confidence, reviewReason } = result;
  const rule = result.appliedRules?.label;
  if (reviewReason === 'words_unreliable') return null;
  const label = SENTIMENT_LABELS[sentiment].toLowerCase();
  // A topic is no quote, so a rule about one has none.
  const deciding = rule ? evidenceForLabel(result) : decidingEvidence(result);
  return (
    <section aria-labelledby="label-reasons" className="border-b px-4 py-2.5 md:px-6">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 id="label-reasons" className="text-ui font-semibold">
          {needsReview ? `Why it's probably ${label}` : `Why it's ${label}`}
        </h3>
        <span className="text-meta text-fg-subtle">
          {rule && result.appliedRules
            ? `By your rule “${rule.name}”. ${name} said ${result.appliedRules.original.label}.`
            : confidence >= HIGH_CONFIDENCE && !needsReview
              ? 'High confidence'
              : 'Not sure - please check'}
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
