import { CircleHelp, Frown, Meh, Smile } from 'lucide-react';
import type { ReactNode } from 'react';

import { SENTIMENT_LABELS, type Sentiment } from '@ringwell/domain/sentiment';

import { cx } from '../cx';

const STYLES = {
  positive: { Icon: Smile, className: 'bg-positive-soft text-on-positive-soft' },
  neutral: { Icon: Meh, className: 'bg-neutral-soft text-on-neutral-soft' },
  negative: { Icon: Frown, className: 'bg-negative-soft text-on-negative-soft' },
} as const;

// A customer-happiness label with color, icon and word, so that it never depends on color alone.
export function SentimentPill({
  sentiment,
  className,
}: {
  sentiment: Sentiment | null | undefined;
  className?: string;
}): ReactNode {
  const style = sentiment ? STYLES[sentiment] : { Icon: CircleHelp, className: STYLES.neutral.className };
  return (
    <span
      className={cx(
        'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full border border-transparent pr-2.5 pl-2 text-meta font-semibold',
        style.className,
        className,
      )}
    >
      <style.Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
      {sentiment ? SENTIMENT_LABELS[sentiment] : 'Not labeled'}
    </span>
  );
}
