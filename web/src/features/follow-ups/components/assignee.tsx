import { UserRound, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';

import { FOLLOW_UP_OUTCOME_NAMES, isWaiting } from '@ringwell/domain/follow-ups/follow-up';

import type { FollowUp } from '../../../api/types';
import { formatCents } from '../../../lib/format/format';
import { useUser } from '../../../lib/session/session';

/** Shows who has taken a follow-up, and how it ended. */
export function Assignee({ followUp }: { followUp: FollowUp }): ReactNode {
  const { assignee, takenBy, state } = followUp;
  const { id } = useUser();
  const name = assignee?.id === id ? 'You' : (assignee?.name ?? takenBy);
  const Icon = name === null ? UserRoundX : UserRound;
  return (
    <span className="inline-flex items-center gap-1.5 text-meta wrap-anywhere text-fg-muted">
      <Icon aria-hidden className="size-3.5" />
      {isWaiting(state) ? (name ?? 'Not taken yet') : describeOutcome(followUp, name)}
    </span>
  );
}

function describeOutcome({ state, outcome, brought }: FollowUp, name: string | null): string {
  const end = state === 'dismissed' ? 'Dismissed' : outcome === null ? 'Done' : FOLLOW_UP_OUTCOME_NAMES[outcome];
  const revenueText = brought === null ? '' : `: ${brought.isEstimate ? 'about ' : ''}${formatCents(brought.cents)}`;
  return `${end}${revenueText}${name === null ? '' : `, ${name}`}`;
}
