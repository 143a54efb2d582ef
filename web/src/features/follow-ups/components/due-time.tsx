import { AlarmClock, CircleAlert, CircleCheck, Clock, Handshake, Moon, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import type { FollowUp } from '../../../api/types';
import { useNow } from '../../../lib/browser/use-now';
import { formatDateTime } from '../../../lib/format/format';
import { cx } from '../../../ui/cx';
import { dueStatus, type DueStatus } from '../due';

const TICK_MS = 30_000;

const STYLES: Record<DueStatus['urgency'], { Icon: LucideIcon; className: string }> = {
  overdue: { Icon: CircleAlert, className: 'bg-negative-soft text-on-negative-soft' },
  soon: { Icon: AlarmClock, className: 'bg-warning-soft text-on-warning-soft' },
  later: { Icon: Clock, className: 'bg-neutral-soft text-on-neutral-soft' },
  snoozed: { Icon: Moon, className: 'bg-neutral-soft text-on-neutral-soft' },
  closed: { Icon: CircleCheck, className: 'bg-neutral-soft text-on-neutral-soft' },
};

interface DueTimeProps {
  followUp: FollowUp;
  id?: string;
  /** Whether to omit the promised time when the call is overdue, to save space. */
  isShort?: boolean;
}

/** Shows when to call a customer, using color, icon and text. Screen readers don't announce the countdown. */
export function DueTime({ followUp, id, isShort = false }: DueTimeProps): ReactNode {
  const now = useNow(TICK_MS);
  const { urgency, text } = dueStatus(followUp, now);
  const { Icon: UrgencyIcon, className } = STYLES[urgency];
  const Icon = followUp.isPromisedTime && urgency === 'later' ? Handshake : UrgencyIcon;
  return (
    <time
      id={id}
      dateTime={followUp.dueAt}
      title={formatDateTime(followUp.dueAt)}
      className={cx(
        'inline-flex min-h-6 items-center gap-1.5 rounded-full border border-transparent py-0.5 pr-2.5 pl-2 text-meta font-semibold',
        className,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={2.25} />
      {isShort ? text.replace(/ overdue, .*/, ' overdue') : text}
    </time>
  );
}
