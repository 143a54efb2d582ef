import type { ReactNode } from 'react';

import type { FollowUp } from '../../../api/types';
import type { PerformAction } from '../actions';
import { followUpName } from '../follow-up-party';
import { DueTime } from './due-time';
import { KindBadge } from './kind-badge';
import { PhoneLink } from './phone-link';

interface FollowUpHeadingProps {
  followUp: FollowUp;
  id: string;
  onAction: PerformAction | undefined;
}

export function FollowUpHeading({ followUp, id, onAction }: FollowUpHeadingProps): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <h2 id={id} className="min-w-0 text-body font-semibold wrap-anywhere">
        {followUpName(followUp)}
      </h2>
      <PhoneLink followUp={followUp} onAction={onAction} />
      <KindBadge followUp={followUp} />
      <span className="ml-auto max-sm:ml-0">
        <DueTime followUp={followUp} />
      </span>
    </div>
  );
}
