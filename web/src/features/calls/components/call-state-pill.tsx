import { CircleSlash, CircleX, Hourglass, LoaderCircle, TimerOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { CALL_STATE_NAMES, type CallState } from '@ringwell/domain/calls/call';
import { callLabel, callLabelName } from '@ringwell/domain/calls/call-label';

import type { CallSummary } from '../../../api/types';
import { cx } from '../../../ui/cx';
import { LabelPill } from '../../../ui/data/label-pill';

interface Appearance {
  Icon: LucideIcon;
  className: string;
}

const NEUTRAL_CLASSES = 'bg-neutral-soft text-on-neutral-soft';
const ACTIVE_CLASSES = 'bg-primary-soft text-on-primary-soft';
const WARNING_CLASSES = 'bg-warning-soft text-on-warning-soft';

const APPEARANCES: Record<Exclude<CallState, 'completed'>, Appearance> = {
  received: { Icon: Hourglass, className: NEUTRAL_CLASSES },
  queued: { Icon: Hourglass, className: NEUTRAL_CLASSES },
  released: { Icon: Hourglass, className: NEUTRAL_CLASSES },
  running: { Icon: LoaderCircle, className: ACTIVE_CLASSES },
  skipped: { Icon: CircleSlash, className: NEUTRAL_CLASSES },
  failed: { Icon: CircleX, className: WARNING_CLASSES },
  timed_out: { Icon: TimerOff, className: WARNING_CLASSES },
};

type LabeledCall = Pick<CallSummary, 'state' | 'sentiment' | 'needsReview'>;

/** Pill text: a completed call's label, or any other call's state. */
export function callStateName({ state, sentiment, needsReview }: LabeledCall): string {
  if (state !== 'completed') return CALL_STATE_NAMES[state];
  return sentiment === null ? 'Not labeled' : callLabelName({ sentiment, needsReview });
}

export function CallStatePill({ call: { state, sentiment, needsReview } }: { call: LabeledCall }): ReactNode {
  if (state === 'completed') return <LabelPill label={sentiment && callLabel({ sentiment, needsReview })} />;
  const { Icon, className } = APPEARANCES[state];
  return (
    <span
      className={cx(
        'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full border border-transparent pr-2.5 pl-2 text-meta font-semibold',
        className,
      )}
    >
      <Icon aria-hidden className={cx('size-3.5', state === 'running' && 'animate-spin')} strokeWidth={2.25} />
      {CALL_STATE_NAMES[state]}
    </span>
  );
}
