import { UserRound, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';

import { FOLLOW_UP_OUTCOME_NAMES, isWaiting } from '@ringwell/domain/follow-ups/follow-up';

import type { FollowUp } from '../../../api/types';
import { useUser } from '../../../lib/session/session';

/** Who has taken a follow-up, and how it ended. */
export function Assignee({ followUp: { assignee, takenBy, state, outcome } }: { followUp: FollowUp }): ReactNode {
  const { id } = useUser();
  const name = assignee?.id === id ? 'You' : (assignee?.name ?? takenBy);
  const Icon = name === null ? UserRoundX : UserRound;
  return (
    <span className="inline-flex items-center gap-1.5 text-meta text-fg-muted">
      <Icon aria-hidden className="size-3.5" />
      {isWaiting(state) ? (name ?? 'Not taken yet') : endOf(state === 'dismissed', outcome, name)}
    </span>
  );
}

function endOf(isDismissed: boolean, outcome: FollowUp['outcome'], name: string | null): string {
  const end = isDismissed ? 'Dismissed' : outcome === null ? 'Done' : FOLLOW_UP_OUTCOME_NAMES[outcome];
  return name === null ? end : `${end}, ${name}`;
}
