import { CircleHelp, Frown, Meh, Smile } from 'lucide-react';
import type { ReactNode } from 'react';

import { SENTIMENT_LABELS, type Sentiment } from '@ringwell/domain/sentiment';

import { cx } from '../cx';

const LOOKS = {
  positive: { Icon: Smile, className: 'bg-positive-soft text-on-positive-soft' },
  neutral: { Icon: Meh, className: 'bg-neutral-soft text-on-neutral-soft' },
  negative: { Icon: Frown, className: 'bg-negative-soft text-on-negative-soft' },
} as const;

/** A customer-happiness label: colour, face and word, so that it never rests on colour alone. */
export function SentimentPill({
  sentiment,
  className,
}: {
  sentiment: Sentiment | null | undefined;
  className?: string;
}): ReactNode {
  const look = sentiment ? LOOKS[sentiment] : { Icon: CircleHelp, className: LOOKS.neutral.className };
  return (
    <span
      className={cx(
        'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full border border-transparent pr-2.5 pl-2 text-meta font-semibold',
        look.className,
        className,
      )}
    >
      <look.Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
      {sentiment ? SENTIMENT_LABELS[sentiment] : 'Not labeled'}
    </span>
  );
}
