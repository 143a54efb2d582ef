import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Moon, PartyPopper, SearchX, Target } from 'lucide-react';
import type { ReactNode } from 'react';

import { keepFocus } from '../../../lib/browser/remember-focus';
import { settingsPath } from '../../../lib/paths';
import { mySettingsQuery } from '../../../lib/queries/api';
import { useHasRole, useUser } from '../../../lib/session/session';
import { Button, ButtonLink } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { hasFilters, type FollowUpFilters } from '../follow-up-filters';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';

export function NoFollowUps({ filters, onClear }: { filters: FollowUpFilters; onClear: () => void }): ReactNode {
  const { accountId } = useUser();
  const canChange = useHasRole('manager');
  const { data: settings } = useQuery({ ...mySettingsQuery(accountId), enabled: canChange && filters.kind === 'lead' });
  if (filters.kind === 'lead' && settings?.leadsEnabled === false)
    return (
      <EmptyState icon={<Target />} {...FOLLOW_UPS_COPY.leadsOff}>
        <ButtonLink to={settingsPath('alerts', 'follow-ups')} variant="outline">
          Go to settings
        </ButtonLink>
      </EmptyState>
    );
  if (hasFilters(filters))
    return (
      <EmptyState icon={<SearchX />} {...FOLLOW_UPS_COPY.noneFound}>
        <Button ref={keepFocus} variant="outline" onClick={onClear}>
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
