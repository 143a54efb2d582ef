import { Ear } from 'lucide-react';
import type { ReactNode } from 'react';

import { CALL_LABEL_NAMES } from '@ringwell/domain/calls/call-label';

import { guessText, REVIEW_REASON_TEXTS, type ReviewedCall } from '../../lib/format/call-review';
import { cx } from '../cx';

interface ReviewNoticeProps {
  result: ReviewedCall;
  /** A sentence that says what to do. */
  advice?: string;
  className?: string;
  /** Action buttons. */
  children?: ReactNode;
}

/** Explains why a call needs a listen, with the guess behind it. Renders nothing for other calls. */
export function ReviewNotice({ result, advice, className, children }: ReviewNoticeProps): ReactNode {
  if (result.reviewReason === null) return null;
  const guess = guessText(result);
  const details = [guess !== null && `${guess}.`, advice].filter(Boolean).join(' ');
  return (
    <section
      aria-label={CALL_LABEL_NAMES.needs_review}
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border border-transparent bg-review-soft px-4 py-3 text-on-review-soft',
        className,
      )}
    >
      <div className="flex min-w-0 grow basis-60 gap-3">
        <Ear aria-hidden className="mt-0.5 size-4.5 shrink-0" />
        <div className="min-w-0">
          <p className="font-semibold">{REVIEW_REASON_TEXTS[result.reviewReason]}</p>
          {details !== '' && <p className="mt-0.5">{details}</p>}
        </div>
      </div>
      {children}
    </section>
  );
}
