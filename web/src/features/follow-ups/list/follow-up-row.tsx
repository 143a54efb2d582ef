import { Check, Hand } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import type { FollowUp } from '../../../api/types';
import { useUser } from '../../../lib/session';
import { isPossible, type Act } from '../actions';
import { ActionButtons } from '../components/action-buttons';
import { FollowUpFacts } from '../components/follow-up-facts';
import { FollowUpHeading } from '../components/follow-up-heading';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';
import { useSwipe } from './use-swipe';

/** The attribute of a row with the id of its follow-up. */
export const ROW_ID = 'data-follow-up';

interface FollowUpRowProps {
  followUp: FollowUp;
  act: Act | undefined;
}

/** A follow-up in the list. On touch screens, swiping right takes it and swiping left asks how it went. */
export function FollowUpRow({ followUp, act }: FollowUpRowProps): ReactNode {
  const { id: userId } = useUser();
  const headingId = useId();
  const swipe = (action: 'take' | 'done'): (() => void) | undefined =>
    act && isPossible(followUp, action, userId) ? () => act(followUp, action) : undefined;
  const { offsetPx, handlers } = useSwipe({ onRight: swipe('take'), onLeft: swipe('done') });
  return (
    <li {...{ [ROW_ID]: followUp.id }} className="relative break-inside-avoid overflow-x-clip">
      {offsetPx !== 0 && <SwipeHint isRight={offsetPx > 0} />}
      <article
        {...handlers}
        aria-labelledby={headingId}
        style={offsetPx === 0 ? undefined : { transform: `translateX(${offsetPx}px)` }}
        className="relative grid touch-pan-y gap-2 bg-surface py-4"
      >
        <FollowUpHeading followUp={followUp} id={headingId} isLink />
        <FollowUpFacts followUp={followUp} act={act}>
          {act && <ActionButtons followUp={followUp} act={act} />}
        </FollowUpFacts>
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
