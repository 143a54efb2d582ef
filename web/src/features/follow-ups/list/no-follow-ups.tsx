import { CircleCheck, Moon, PartyPopper, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { isNarrowed, type FollowUpFilters } from '../follow-up-filters';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';

interface NoFollowUpsProps {
  filters: FollowUpFilters;
  onClear: () => void;
}

/** An empty list, and why it is empty. */
export function NoFollowUps({ filters, onClear }: NoFollowUpsProps): ReactNode {
  if (isNarrowed(filters))
    return (
      <EmptyState icon={<SearchX />} {...FOLLOW_UPS_COPY.noneFound}>
        <Button variant="outline" onClick={onClear}>
          Clear filters
        </Button>
      </EmptyState>
    );
  switch (filters.show) {
    case 'waiting':
      return <EmptyState icon={<PartyPopper />} {...FOLLOW_UPS_COPY.caughtUp} />;
    case 'snoozed':
      return <EmptyState icon={<Moon />} {...FOLLOW_UPS_COPY.noneSnoozed} />;
    case 'closed':
      return <EmptyState icon={<CircleCheck />} {...FOLLOW_UPS_COPY.noneClosed} />;
  }
}
