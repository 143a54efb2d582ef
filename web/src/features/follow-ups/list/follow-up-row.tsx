import { Check, ChevronRight, Hand } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router';

import { isWaiting } from '@ringwell/domain/follow-ups/follow-up';

import type { FollowUp } from '../../../api/types';
import { useNow } from '../../../lib/browser/use-now';
import { followUpPath } from '../../../lib/paths';
import { useUser } from '../../../lib/session/session';
import { cx } from '../../../ui/cx';
import { ROW_CLASSES, ROW_ITEM_CLASSES, RowCells } from '../../../ui/data/row-list';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { lazyArea } from '../../../ui/lazy-part';
import { isActionPossible, type PerformAction } from '../actions';
import { NextAction } from '../components/action-button';
import { Assignee } from '../components/assignee';
import { DueTime } from '../components/due-time';
import { KindBadge } from '../components/kind-badge';
import { PhoneLink } from '../components/phone-link';
import { callsText, triesText } from '../due';
import { followUpName } from '../follow-up-name';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';
import { useSwipe } from './use-swipe';

const RowDetails = lazyArea(
  async () => (await import('./row-details')).RowDetails,
  <Skeleton className="h-24" label="Loading details" />,
);

export const ROW_ID_ATTRIBUTE = 'data-follow-up';

/**
 * A follow-up in a list, which expands in place. On touch screens, swiping right takes it, and swiping left asks how it
 * went.
 */
export function FollowUpRow({ followUp, onAction }: { followUp: FollowUp; onAction?: PerformAction }): ReactNode {
  const { id: userId } = useUser();
  const now = useNow();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const getSwipeHandler = (action: 'take' | 'done'): (() => void) | undefined =>
    onAction && isActionPossible(followUp, action, userId) ? () => onAction(followUp, action) : undefined;
  const { offsetPx, handlers } = useSwipe({ onRight: getSwipeHandler('take'), onLeft: getSwipeHandler('done') });
  const toggle = (): void => setIsOpen(!isOpen);
  const calls = callsText(followUp, now);
  const isUnclaimed = isWaiting(followUp.state) && followUp.takenBy === null && followUp.assignee === null;
  return (
    <li {...{ [ROW_ID_ATTRIBUTE]: followUp.id }} className={cx(ROW_ITEM_CLASSES, 'relative overflow-x-clip')}>
      {offsetPx !== 0 && <SwipeHint isRight={offsetPx > 0} />}
      <article
        {...handlers}
        aria-labelledby={id}
        style={offsetPx === 0 ? undefined : { transform: `translateX(${offsetPx}px)` }}
        className={cx(
          ROW_CLASSES,
          'relative min-h-11 touch-pan-y gap-y-1 rounded-control bg-surface px-3 py-1.5 transition-colors hover:bg-sunken',
        )}
        // A shortcut for mouse and touch users. The arrow button does the same.
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a, button, [data-details]') === null) toggle();
        }}
      >
        <RowCells
          isStacked
          name={
            <>
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={isOpen ? `${id}-details` : undefined}
                aria-label={`Details: ${followUpName(followUp)}`}
                className="grid size-7 shrink-0 place-items-center rounded-control text-fg-subtle hover:text-fg @max-2xl:order-last @max-2xl:ml-auto @2xl:-ml-2"
                onClick={toggle}
              >
                <ChevronRight aria-hidden className={cx('size-4 transition-transform', isOpen && 'rotate-90')} />
              </button>
              <KindBadge followUp={followUp} id={`${id}-kind`} isIconOnly />
              <span id={id} className="min-w-0 truncate font-semibold">
                <Link
                  to={followUpPath(followUp.id)}
                  aria-describedby={`${id}-due ${id}-kind`}
                  className="underline-offset-4 hover:underline"
                >
                  {followUpName(followUp)}
                </Link>
              </span>
            </>
          }
          mark={<DueTime followUp={followUp} id={`${id}-due`} isShort />}
          text={
            <>
              {followUp.tries > 0 && <span className="font-semibold text-fg">{triesText(followUp.tries)}. </span>}
              {!isOpen && calls !== null && <span className="font-semibold text-fg">{calls}. </span>}
              {!isOpen && <bdi>{followUp.why}</bdi>}
            </>
          }
          meta={
            // The action button already implies that no one has taken the follow-up.
            !isOpen && (
              <span className={isUnclaimed ? 'sr-only' : undefined}>
                <Assignee followUp={followUp} />
              </span>
            )
          }
          actions={
            <>
              {!isOpen && <PhoneLink followUp={followUp} onAction={onAction} isIconOnly />}
              {onAction && !isOpen && (
                // Phones show the button only to the assignee. The other actions are available by swiping or expanding
                // the row.
                <span className={followUp.assignee?.id === userId ? undefined : '@max-2xl:hidden'}>
                  <NextAction followUp={followUp} onAction={onAction} />
                </span>
              )}
            </>
          }
        />
        {isOpen && (
          <div id={`${id}-details`} data-details className="col-span-full pb-2 @2xl:pl-7">
            <RowDetails followUp={followUp} onAction={onAction} />
          </div>
        )}
      </article>
    </li>
  );
}

function SwipeHint({ isRight }: { isRight: boolean }): ReactNode {
  const Icon = isRight ? Hand : Check;
  return (
    <div
      aria-hidden
      className={`absolute inset-0 flex items-center gap-2 bg-primary-soft px-4 font-semibold text-on-primary-soft ${isRight ? 'justify-start' : 'justify-end'}`}
    >
      <Icon className="size-5" />
      {isRight ? FOLLOW_UPS_COPY.take : FOLLOW_UPS_COPY.done.action}
    </div>
  );
}
