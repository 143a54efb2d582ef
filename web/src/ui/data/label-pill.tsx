import { CircleHelp, Ear, Frown, Meh, Smile } from 'lucide-react';
import type { ReactNode } from 'react';

import { CALL_LABEL_NAMES, type CallLabel } from '@ringwell/domain/calls/call-label';

import { cx } from '../cx';

const STYLES = {
  positive: { Icon: Smile, className: 'bg-positive-soft text-on-positive-soft' },
  neutral: { Icon: Meh, className: 'bg-neutral-soft text-on-neutral-soft' },
  negative: { Icon: Frown, className: 'bg-negative-soft text-on-negative-soft' },
  needs_review: { Icon: Ear, className: 'bg-review-soft text-on-review-soft' },
} as const;

// A call's label with color, icon and text, because color alone isn't accessible.
export function LabelPill({
  label,
  className,
}: {
  label: CallLabel | null | undefined;
  className?: string;
}): ReactNode {
  const style = label ? STYLES[label] : { Icon: CircleHelp, className: STYLES.neutral.className };
  return (
    <span
      className={cx(
        'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full border border-transparent pr-2.5 pl-2 text-meta font-semibold whitespace-nowrap',
        style.className,
        className,
      )}
    >
      <style.Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
      {label ? CALL_LABEL_NAMES[label] : 'Not labeled'}
    </span>
  );
}
