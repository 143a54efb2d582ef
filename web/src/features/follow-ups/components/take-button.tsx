import { Hand } from 'lucide-react';
import type { ReactNode } from 'react';

import type { FollowUp } from '../../../api/types';
import { Button } from '../../../ui/buttons/button';
import { ACTION_KEYS, type Act } from '../actions';
import { partyOf } from '../follow-up-party';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';

export function TakeButton({ followUp, act }: { followUp: FollowUp; act: Act }): ReactNode {
  const isFree = followUp.assignee === null && followUp.takenBy === null;
  return (
    <Button
      variant={isFree ? 'primary' : 'outline'}
      size="sm"
      aria-keyshortcuts={ACTION_KEYS.take}
      onClick={() => act(followUp, 'take')}
    >
      <Hand aria-hidden />
      {isFree ? FOLLOW_UPS_COPY.take : FOLLOW_UPS_COPY.takeOver}
      <span className="sr-only"> {partyOf(followUp)}</span>
    </Button>
  );
}
