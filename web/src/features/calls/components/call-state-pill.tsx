import { CircleSlash, CircleX, Hourglass, LoaderCircle, TimerOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import type { CallState } from '@ringwell/domain/call';
import type { Sentiment } from '@ringwell/domain/sentiment';

import { cx } from '../../../ui/cx';
import { SentimentPill } from '../../../ui/data/sentiment-pill';

interface Look {
  word: string;
  Icon: LucideIcon;
  className: string;
}

const PLAIN = 'bg-neutral-soft text-on-neutral-soft';
const ACTIVE = 'bg-primary-soft text-on-primary-soft';
const WRONG = 'bg-warning-soft text-on-warning-soft';

const LOOKS: Record<Exclude<CallState, 'completed'>, Look> = {
  received: { word: 'Waiting', Icon: Hourglass, className: PLAIN },
  queued: { word: 'Queued', Icon: Hourglass, className: PLAIN },
  released: { word: 'Queued', Icon: Hourglass, className: PLAIN },
  running: { word: 'Processing', Icon: LoaderCircle, className: ACTIVE },
  skipped: { word: 'Skipped', Icon: CircleSlash, className: PLAIN },
  failed: { word: 'Failed', Icon: CircleX, className: WRONG },
  timed_out: { word: 'Timed out', Icon: TimerOff, className: WRONG },
};

/** How far a call is; once it is done, how happy the customer was. */
export function CallStatePill({
  call: { state, sentiment },
}: {
  call: { state: CallState; sentiment: Sentiment | null };
}): ReactNode {
  if (state === 'completed') return <SentimentPill sentiment={sentiment} />;
  const { word, Icon, className } = LOOKS[state];
  return (
    <span
      className={cx(
        'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full border border-transparent pr-2.5 pl-2 text-meta font-semibold',
        className,
      )}
    >
      <Icon aria-hidden className={cx('size-3.5', state === 'running' && 'animate-spin')} strokeWidth={2.25} />
      {word}
    </span>
  );
}
