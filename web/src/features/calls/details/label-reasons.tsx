import type { ReactNode } from 'react';

import { rulesOutGuess } from '@ringwell/domain/calls/analysis';
import { getCallText } from '@ringwell/domain/calls/call-words';
import { SENTIMENT_LABELS } from '@ringwell/domain/calls/sentiment';

import type { CallResult, FullCall } from '../../../api/types';
import { useProduct } from '../../../lib/product';
import { MomentList, type Moment } from './moments';

const HIGH_CONFIDENCE = 0.8;

interface LabelReasonsProps {
  result: CallResult;
  quality: FullCall['transcriptQuality'];
  onPlay: (moment: Moment) => void;
}

/**
 * Shows how certain the label is, or which of the account's rules set it, plus supporting quotes. Renders nothing if
 * there were no words to judge.
 */
export function LabelReasons({ result, quality, onPlay }: LabelReasonsProps): ReactNode {
  const { name } = useProduct();
  const { sentiment, needsReview, confidence, reviewReason } = result;
  const rule = result.appliedRules?.label;
  if (rulesOutGuess(reviewReason)) return null;
  const label = SENTIMENT_LABELS[sentiment].toLowerCase();
  return (
    <section aria-labelledby="label-reasons" className="border-b px-4 py-2.5 md:px-6">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 id="label-reasons" className="text-ui font-semibold">
          {needsReview ? `Why it's probably ${label}` : `Why it's ${label}`}
        </h3>
        <span className="text-meta text-fg-subtle">
          {rule && result.appliedRules
            ? `By your rule “${rule.name}”. ${name} said ${result.appliedRules.original.label}.`
            : quality?.level === 'fair'
              ? 'Some words are unclear - please check'
              : confidence >= HIGH_CONFIDENCE && !needsReview
                ? 'High confidence'
                : 'Not sure - please check'}
        </span>
      </div>
      <MomentList moments={getCallText(result).quotes} onPlay={onPlay} />
    </section>
  );
}
