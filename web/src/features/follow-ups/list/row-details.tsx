import type { ReactNode } from 'react';

import type { FollowUp } from '../../../api/types';
import type { PerformAction } from '../actions';
import { ActionButtons } from '../components/action-buttons';
import { FollowUpFacts } from '../components/follow-up-facts';
import { KindBadge } from '../components/kind-badge';
import { PhoneLink } from '../components/phone-link';

export function RowDetails({ followUp, onAction }: { followUp: FollowUp; onAction?: PerformAction }): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="flex flex-wrap items-center gap-x-4">
        <KindBadge followUp={followUp} />
        <PhoneLink followUp={followUp} onAction={onAction} />
      </p>
      <FollowUpFacts followUp={followUp} onAction={onAction}>
        {onAction && <ActionButtons followUp={followUp} onAction={onAction} />}
      </FollowUpFacts>
    </div>
  );
}
